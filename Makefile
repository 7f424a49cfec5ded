# Two commands do everything on a fresh Debian or Ubuntu machine: `make digest` and `make test`.
.PHONY: help digest test lint clean
PYTHON := .venv/bin/python

help:
	@echo "make digest   build the sample digest of sources/ into build/"
	@echo "make test     set up what the tests need, check style, types and layers, run all tests"
	@echo "make lint     style, types and layers only"
	@echo "make clean    remove outputs and caches, never sources"

digest:
	@.ci/setup core
	@.venv/bin/bilingual build sources/sample --out build

test:
	@.ci/setup test
	@$(MAKE) --no-print-directory lint
	$(PYTHON) -m pytest -n auto --dist worksteal

lint:
	@.ci/setup test
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports

clean:
	rm -rf build/* dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
