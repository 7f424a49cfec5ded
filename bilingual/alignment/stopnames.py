"""Names that are no evidence of the same paper: tasks, data sets, benchmarks, generic acronyms, well-known models.

Keys as `names.key` makes them: lower case, no hyphens. A name here still counts when both papers introduce it as
their own; a mention of it never does.
"""

from __future__ import annotations

import re
from typing import Final

_GENERIC: Final = """
ai ml dl nlp cv rl fl llm mllm vlm vla lm slm plm gpu gpus cpu tpu npu ram sram hbm dram io api sdk ui ux qa vqa kg
rag ir ood iid noniid sgd gd pgd nag lbfgs admm emd em mcmc sgld hmc svm svd rsvd pca ica nmf lda knn mlp cnn rnn
lstm gru gnn gcn gat gan vae ae dnn ann snn nn ffn fcn resnet moe mha gqa mla kv kvcache cot tot icl ttt sft rlhf
rlvr rlaif dpo ppo grpo rloo trpo a2c a3c dqn sac ddpg td3 mdp pomdp cmdp dp ldp pde ode sde pinn pinns kl js mmd ot
elbo mle map mse mae rmse psnr ssim lpips fid bleu rouge meteor cider auc roc auroc miou iou f1 ndcg mrr acc top1
top5 sota oom flops flop tflops kb mb gb tb ms hz khz mhz ghz fp16 fp32 fp8 bf16 int8 int4 fp4 w4a4 w8a8 ptq qat
peft lora qlora nas automl hpo bo gp ucb ntk nngp rkhs erm irm dro sam sgdm adam adamw adagrad rmsprop muon shampoo
soap lion lars lamb adafactor sophia sharpnessaware lp ilp milp mip minlp qp sdp socp sat smt tsp vrp cvrp cop cops
csp np nphard nash ne cce efx bandits mab xab ucb1 pytorch tensorflow jax cuda triton python java github arxiv
openreview huggingface pdf html url http https www id ids 2d 3d 4d 1d 6dof rgb rgbd lidar imu slam nerf 3dgs sfm mvs
bev tts asr ocr mt nmt ner pos srl re el eeg ecg mri fmri ct pet icu ehr dna rna mrna smiles icml iclr neurips nips
aaai ijcai acl emnlp naacl coling cvpr iccv eccv kdd sigir icassp interspeech colt aistats uai jmlr tmlr tpami
nature science ieee acm usenix osdi sosp iot 5g 6g mimo ofdm uav uavs agv usa uk eu un us cn hk tw attention
transformer transformers diffusion bayesian gaussian markov monte carlo lipschitz hessian jacobian pareto
wasserstein fourier laplace hilbert banach riemannian euclidean lagrangian hamiltonian newton nesterov polyak
bernoulli poisson bellman shapley stackelberg frankwolfe newtonschulz neymanpearson kullbackleibler cauchyschwarz
rademacher softmax sigmoid relu gelu agent agents token tokens prompt prompts step steps theorem lemma figure table
section appendix algorithm code paper texttosql text2sql text2image texttoimage imagetotext textto3d seq2seq
endtoend zeroshot fewshot oneshot json xml yaml csv sql nosql rdf sparql regex unicode ascii utf8
"""
_DATA: Final = """
mnist fashionmnist emnist kmnist cifar cifar10 cifar100 cifar10c cifar100c svhn stl10 imagenet imagenet1k
imagenet21k imagenet22k imagenetc imagenetr imageneta tinyimagenet miniimagenet tieredimagenet jft jft300m laion
laion400m laion5b coco mscoco lvis voc pascal pascalvoc ade20k cityscapes kitti nuscenes waymo argoverse scannet
shapenet modelnet modelnet40 objaverse kinetics ucf101 hmdb51 activitynet msrvtt msvd vatex webvid celeba celebahq
ffhq lsun places365 glue superglue squad squad2 mnli qnli qqp sst2 cola rte mrpc stsb race boolq piqa siqa hellaswag
winogrande arc arcc arce openbookqa triviaqa naturalquestions hotpotqa musique 2wikimultihopqa drop narrativeqa
msmarco beir mteb mmlu mmlupro mmmu mmbench mmvet mathvista mathverse seedbench pope gqa vqav2 okvqa textvqa
scienceqa docvqa chartqa infovqa gsm8k math math500 aime aime24 aime25 aime2024 aime2025 amc amc23 olympiadbench
minerva humaneval mbpp apps livecodebench swebench swebenchverified codeforces bigbench bbh agieval ceval cmmlu gpqa
gpqadiamond ifeval mtbench alpacaeval arenahard truthfulqa longbench ruler needle lra longrangearena pathx enwik8
text8 wikitext wikitext2 wikitext103 c4 pile redpajama slimpajama fineweb openwebtext bookcorpus wikipedia ptb wmt
wmt14 wmt2014 wmt16 iwslt iwslt14 flores flores200 librispeech commonvoice voxceleb timit ljspeech audioset esc50
movielens amazon yelp netflix criteo kaggle uci adult compas cora citeseer pubmed ogb ogbn ogbnarxiv ogbnproducts
zinc qm9 md17 moleculenet pdb uniprot casp casp14 casp15 femnist shakespeare stackoverflow reddit imdb agnews
dbpedia 20newsgroups spider bird wikisql alfworld webshop webarena osworld mind2web toolbench gaia hle browsecomp
atari atari2600 mujoco gym openaigym dmcontrol dmc d4rl metaworld procgen minecraft starcraft smac habitat robosuite
libero calvin simpler robotwin carla isic chexpert mimic mimiciii mimiciv mimiccxr brats lits kodak clic vtab
domainbed pacs officehome domainnet waterbirds wilds hpatches megadepth tanks nyuv2 sintel davis youtubevos lasot
got10k mot17 etth1 ettm1 electricity traffic weather m4
"""
_MODELS: Final = """
gpt gpt2 gpt3 gpt4 gpt4o gpt5 gptj gptneo gptoss chatgpt instructgpt codex o1 o3 o4 o1mini o3mini o4mini openai
anthropic deepmind google meta microsoft nvidia apple claude gemini palm bard llama llama2 llama3 alpaca vicuna qwen
qwen2 qwen3 qwenvl mistral mixtral gemma phi deepseek deepseekr1 deepseekv3 r1 glm chatglm internlm internvl
baichuan yi kimi falcon mpt opt pythia bloom olmo smollm tinyllama starcoder codellama bert roberta albert deberta
distilbert electra xlnet xlm xlmr mbert t5 mt5 flant5 bart pegasus elmo glove word2vec fasttext sbert vit deit swin
swint convnext resnext wideresnet densenet inception vgg alexnet googlenet mobilenet efficientnet regnet unet segnet
deeplab maskrcnn fasterrcnn rcnn yolo detr dino dinov2 dinov3 mae moco simclr byol clip siglip blip blip2 flamingo
llava minigpt instructblip sam sam2 stablediffusion sd sd3 sdxl flux dalle dalle2 imagen midjourney controlnet sora
dit ddpm ddim ldm stylegan biggan cyclegan pix2pix vqvae vqgan mamba mamba2 rwkv retnet s4 hyena flashattention
whisper wav2vec hubert tacotron alphago alphazero muzero alphafold esm rosettafold mapreduce hadoop spark kafka
redis mysql postgresql xgboost lightgbm catboost tabpfn gin graphsage node2vec deepwalk fedavg fedprox scaffold
fedadam fedopt fedavgm feddyn moon kmeans dbscan tsne umap dreamer dreamerv3 decisiontransformer rt1 rt2 openvla
octo pi0 react reflexion
"""
_STOP: Final = frozenset(f"{_GENERIC} {_DATA} {_MODELS}".split())
_SUFFIX: Final = re.compile(
    r"(?:v?\d[\d.]*[bmkx]?|base|large|small|tiny|xl|xxl|mini|instruct|chat|it|turbo|pro|max|vl|vlm|coder|like)+$"
)
_SIZE: Final = re.compile(r"^(?:\d+[\d.]*[a-z]{0,3}|[a-z]\d{0,2}|v\d+|l\d|p\d+|k\d)$")


def is_stop_name(key: str) -> bool:
    """Whether a name key is too common to be evidence; versions and sizes of a known name (`qwen2.50.5b`) are too."""
    if key in _STOP or _SIZE.match(key):
        return True
    stem = _SUFFIX.sub("", key).rstrip(".")
    return stem in _STOP or (stem.endswith("s") and stem[:-1] in _STOP)
