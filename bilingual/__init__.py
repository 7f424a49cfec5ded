"""bilingual: from summaries of research papers to printable bilingual digests.

Importing the package does nothing: no I/O, no environment, no models.
"""

__version__ = "0.1.0"
