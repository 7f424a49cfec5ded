"""Templates: the Jinja2 and CSS files that PDF, HTML and EPUB are made from, and a user's own in their place.

Templates are read once into a value; rendering itself touches no disk. A user's folder wins file by file, so a house
style is often one CSS file. Jinja2 runs in its sandbox, escapes everything, and knows no name that is not given to
it; source text is never a template.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bilingual.errors import PublishError

_SUFFIXES: Final = frozenset({".j2", ".css", ".js"})
_ASSETS: Final = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".svg": "image/svg+xml"} | {
    suffix: f"font/{suffix[1:]}" for suffix in (".otf", ".ttf", ".woff", ".woff2")
}


@dataclass(frozen=True)
class Templates:
    """`texts` are templates and style sheets by name; `assets` are pictures and fonts as (media type, bytes)."""

    texts: Mapping[str, str]
    assets: Mapping[str, tuple[str, bytes]]

    def render(self, name: str, values: Mapping[str, Any]) -> str:
        """The template `name` filled in. Raises PublishError, which names the template and the line."""
        import jinja2
        from jinja2.sandbox import ImmutableSandboxedEnvironment

        environment = ImmutableSandboxedEnvironment(
            loader=jinja2.DictLoader(self.texts),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        try:
            return environment.get_template(name).render(values)
        except jinja2.TemplateSyntaxError as error:
            raise PublishError(f"Template {error.name or name}, line {error.lineno}: {error.message}.") from None
        except jinja2.TemplateNotFound as error:
            raise PublishError(f'There is no template "{error.name}"; add it to your folder of templates.') from None
        except Exception as error:  # a template may do anything a user writes into it
            place = _place(error, name)
            raise PublishError(f"Template {place}: {type(error).__name__}: {str(error).rstrip('.')}.") from None


def load(folders: Sequence[Path] = ()) -> Templates:
    """The project's templates, with the files of `folders` in their place; the first folder wins.

    Raises PublishError when a folder or a file in it cannot be read.
    """
    texts: dict[str, str] = {}
    assets: dict[str, tuple[str, bytes]] = {}
    for folder in (home(), *reversed(folders)):
        if not folder.is_dir():
            raise PublishError(f'The folder of templates "{folder}" does not exist; correct its path or leave it out.')
        for path in sorted(folder.iterdir()):
            try:
                if path.suffix in _SUFFIXES:
                    texts[path.name] = path.read_text(encoding="utf-8")
                elif path.suffix.lower() in _ASSETS:
                    assets[path.name] = (_ASSETS[path.suffix.lower()], path.read_bytes())
            except (OSError, UnicodeDecodeError) as error:
                raise PublishError(f'The template "{path}" cannot be read: {error}.') from None
    return Templates(texts, assets)


def home() -> Path:
    """Where the project's own templates are: `bilingual/_templates` when installed, else `templates/` beside it."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "_templates"
    return installed if installed.is_dir() else package.parent / "templates"


def _place(error: BaseException, name: str) -> str:
    """The template and line where an error happened: the last frame of the traceback that is not Python's own code."""
    place = name
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if trace.tb_frame.f_globals.get("__jinja_template__") is not None or file == "<template>":
            place = f"{trace.tb_frame.f_globals.get('name', name)}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return place
