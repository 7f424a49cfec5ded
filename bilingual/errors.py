"""The exception tree: a run that cannot go on. Text that is not good is a Finding, never an exception.

Every message is one sentence that says what, where and what to do; the exit code belongs to the class.
"""

from __future__ import annotations


class BilingualError(Exception):
    """Root of all errors of this package; `exit_code` is what the command line exits with."""

    exit_code = 1


class UsageError(BilingualError):
    """The command line asked for something that does not exist or does not fit together."""

    exit_code = 2


class ConfigError(BilingualError):
    """A digest.toml, a template or another file of settings cannot be used."""

    exit_code = 3


class SourceError(BilingualError):
    """A source file is missing, unreadable, or holds nothing that can be understood."""

    exit_code = 4


class LanguageError(BilingualError):
    """A language tag is unknown, or a conversion between two languages does not exist."""

    exit_code = 5


class MissingExtraError(BilingualError):
    """An optional package is needed and not installed; the message gives the pip command."""

    exit_code = 6


class EngineError(BilingualError):
    """A translation engine cannot do its work."""

    exit_code = 7


class AlignmentError(BilingualError):
    """Papers or sentences cannot be aligned, or a correction does not fit."""

    exit_code = 8


class PublishError(BilingualError):
    """An output cannot be made or written; earlier outputs are whole."""

    exit_code = 9


class ReviewError(BilingualError):
    """A returned review cannot be read or merged."""

    exit_code = 10
