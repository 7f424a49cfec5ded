"""Formulas that every writer must carry, by what is difficult about them; read as data by the test modules."""

from __future__ import annotations

FORMULAS = r"""
x
^2
_i
x^2
x_i
x_i^2
x^2_i
x^{a+b}_{i,j}
f'
f''
f'_n
f''^2
f'(x)
{x}'
x²
x⁻¹
x₁₂
H₂O
{}^{14}_{6}C
{}_a^b X
{}^2 x
(a+b)^2
{(a+b)}^2
a{,}b
16{,}384
3.14159
\frac{1}{2}
\frac12
\frac ab
\frac\alpha\beta
\dfrac{a}{b}+\tfrac{c}{d}
\cfrac{1}{1+\cfrac{1}{x}}
{a \over b}
{n \choose k}
{a \atop b}
\binom{n}{k}
\dbinom{n}{k}
\sqrt{x}
\sqrt2
\sqrt[3]{x+1}
\sqrt[n]{\frac{a}{b}}
\sum_{i=1}^n x_i
\sum_{i=1}^n x_i + 1
\sum\limits_{i} a_i b_i = c
\sum\nolimits_{i} a_i
\sum_i \sum_j a_{ij} x_j
\sum_{i}(a_i+b_i)-c
\sum_{\substack{i<n\\j\ne i}} a_{ij}
\int_0^1 f(x)\,dx
\int f\,\mathrm{d}\mu
\int\limits_0^1 x
\iint_D f
\oint_C \vec F\cdot d\vec r
\prod_{k=1}^{K} p_k^{x_k}
\coprod_i A_i
\bigcup_{i\in I} A_i
\bigcap_i A_i \subseteq B
\bigoplus_{n} V_n
\bigl(\sum_i a_i\bigr)^2
\left(\frac{a}{b}\right)
\left[\frac{a}{b}\right]^2
\left\{x \middle| x>0\right\}
\left.\frac{df}{dx}\right|_{x=0}
\left|x\right|
\left\|x\right\|_2
\left\lfloor\frac{n}{2}\right\rfloor
\left\lceil x\right\rceil
\left\langle u,v\right\rangle
\left( a \middle/ b \middle| c\right)
\left]0,1\right[
\left<a\right>
|x|
\|x\|_2
\lVert x\rVert
\lvert x\rvert
\langle a|b\rangle
\hat x
\hat{x}_i
\widehat{xyz}
\tilde{\mathcal{O}}(n)
\widetilde{AB}
\bar{x}
\overline{x+y}
\underline{x}
\vec{v}
\dot{x}+\ddot{y}
\check{a}\breve{b}\acute{c}\grave{d}\mathring{e}
\overrightarrow{AB}
\hat{\imath}
\overbrace{a+b}^{n}
\underbrace{a+\cdots+a}_{k\text{ times}}
\underbrace{x}
\lim_{n\to\infty} a_n
\lim_{x\to 0}\frac{\sin x}{x}=1
\limsup_{n} a_n
\max_{x\in X} f(x)
\max\{a,b\}
\min(m,n)
\Delta_{\min}
\operatorname*{argmin}_{\theta} L(\theta)
\operatorname*{arg\,max}_{x} f(x)
\operatorname{Tr}(A)
\operatorname{Tr} A
\operatorname{ReLU}
\argmin_x f(x)
\mathop{\mathrm{argmin}}_{x} f
\mathop{\mathrm{argmin}}\limits_{x} f
\mathop{\arg\min}_{x\in C} g(x)
\mathop{X}_{a}
\sin x
\sin^2 x + \cos^2 x = 1
\sin(x) y
\log n
\log\log n
n\log n
\log_2 n
\log^d N
\exp(-x^2/2)
\ln\frac{a}{b}
\ln\left(1+x\right)
\tanh
\arg\min_x f
\det A \ne 0
\Pr[X>t] \le e^{-t}
\gcd(a,b)
\underset{x}{\mathrm{min}}\; f
\underset{a}{b}
\overset{!}{=}
\stackrel{\text{def}}{=}
\overset{a}{\underset{b}{X}}
a \xrightarrow{f} b
a \xleftarrow[g]{f} b
\mathbb{R}^n
\mathbb{R}^{d\times d}_{+}
\mathbb{E}_{x\sim p}[f(x)]
\mathbf{1}_{A}
\mathbb{1}
\mathbf{x}^\top\mathbf{W}
\mathcal{L}(\theta)
\mathcal{N}(0,I)
\mathscr{F}
\mathfrak{g}
\mathsf{NP}
\mathtt{code}
\mathrm{d}x
\mathit{diff}
\boldsymbol{\alpha}
\boldsymbol{\Sigma}^{-1}
\bm{x}\bm{U}
\boldsymbol{\mathcal{L}}
\mathbf{\Gamma}
\varGamma
\Gamma\Delta\Omega
𝔼[X]
ℝ^n
α ≥ β × γ
a·b
\text{if } x>0
\text{gap}_\text{abs}
x_\text{max}
x_{\text{max}}
\text{准确率}=\frac{正确}{总数}
\text{a $x$ b}
\text{100\% of \#1 \& co\_x}
\textbf{bold} + \textit{it} + \texttt{tt}
\text{其中 $x$ 是变量}
\mbox{for all } i
正确率=\frac{对}{全部}
a\,b\:c\;d\quad e\qquad f
a\!b
a~b
a\ b
a\hspace{1em}b
a\mspace{9mu}b
p(x\mid y)
a \not= b
a \not\in B
a\not\subset b
a \equiv b \pmod{n}
a \bmod b
\#\%\_\&\$
\{a,b\}
a\&b
\begin{pmatrix}a&b\\c&d\end{pmatrix}
\begin{bmatrix}1&0\\0&1\end{bmatrix}
\begin{vmatrix}a&b\\c&d\end{vmatrix}
\begin{Vmatrix}a\end{Vmatrix}
\begin{Bmatrix}a\\b\end{Bmatrix}
\begin{matrix}a&b\\c\end{matrix}
\begin{smallmatrix}a&b\\c&d\end{smallmatrix}
\begin{array}{lr}a&b\\c&d\end{array}
\begin{cases}x & x>0\\-x & \text{otherwise}\end{cases}
f(x)=\begin{cases}1\\0\end{cases}
\begin{aligned}a&=b\\c&=d\end{aligned}
\begin{aligned}a&=b+c\\&=d\end{aligned}
\begin{align*}a&=b & c&=d\\e&=f & g&=h\end{align*}
\begin{gathered}a=b\\c=d\end{gathered}
\begin{split}a&=\sum_i x_i\\&\quad+1\end{split}
\begin{align}a\&b&=c\end{align}
\begin{pmatrix}\dfrac{a}{b}&\cdots\\\vdots&\ddots\end{pmatrix}
\left[\begin{array}{cc}[a]&b\\ [c]&d\end{array}\right]
\boxed{E=mc^2}
\cancel{x}
\phantom{x}y
\hphantom{x}y
\vphantom{x}y
\color{red}x+y
\textcolor{blue}{x}
\big(x\big)
\Bigl[\frac{a}{b}\Bigr]
a<b>c
a:b
f\colon A\to B
a/b
n!
x^{y^{z}}
x_{i_j}
2^{2^{n}}
-x
a=-b
\pm 1
\sum_i -x_i
\sum_{i} |a_i|
\partial_t u=\nabla^2 u
\infty
\forall x\,\exists y
\ell_\infty
\hbar\omega
A\Rightarrow B\iff C
\ldots,\cdots
\emptyset
a\mathrel{R}b
a\mathbin{+}b
\displaystyle\sum_{i}^{n} x
\textstyle\sum_{i}^{n} x
{\rm d}x
{\bf x}
\bra{\psi}
\langle\psi|\phi\rangle
\prod_{i<j}\left(x_i-x_j\right)
\frac{\partial^2 f}{\partial x\,\partial y}
\left(\sum_{k=1}^n a_k b_k\right)^{\!2}\le\left(\sum_{k=1}^n a_k^2\right)\left(\sum_{k=1}^n b_k^2\right)
\operatorname{KL}\left(p\,\middle\|\,q\right)
\mathrm{softmax}(z)_i=\frac{e^{z_i}}{\sum_{j} e^{z_j}}
\Omega(\epsilon^{-4})
a \le b \leqslant c
\sqrt[3]{\sqrt{x}}
""".strip().splitlines()

_REFUSED_LINES = r"""
\frac{1}{2
x}
{x
\unknowncommand x
\left(x
x\right)
\left x\right)
a&b
a$b
50%
\begin{aligned}a
\begin{matrix}a\end{pmatrix}
\begin{nothing}a\end{nothing}
\end{matrix}
x^
x_
x^1^2
x_1_2
\frac{1}
\sqrt
\text{a
\text{\unknowncommand}
\begin{array}{c|c}a&b\end{array}
\begin{array}{cc}\hline a&b\end{array}
\begin{array}{c}a&b\end{array}
\middle|
\not{ab}
\operatorname{}
\def\x{y}
\newcommand{\x}{y}
\ref{eq:1}
\sideset{_a}{}\sum
\hspace{wide}
\
"""
REFUSED = [*_REFUSED_LINES.strip().splitlines(), "", " ", "a\x00b", "a\ue000b", "{" * 60 + "x" + "}" * 60]
