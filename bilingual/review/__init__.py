"""The editor's round trip: a returned Word file is read into changes, and changes are merged with the present build."""
