"""`python -m bilingual` is the `bilingual` command."""

from bilingual.cli import main

if __name__ == "__main__":
    main()
