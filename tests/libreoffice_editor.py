"""Run by LibreOffice's own Python: opens a DOCX in a headless Writer, works on its table, saves it as DOCX.

`python3 libreoffice_editor.py SOFFICE FOLDER SOURCE TARGET STEPS`, with STEPS as JSON: lists of a verb, a visible row id,
a column letter and what the verb needs. FOLDER is for the profile and the pipe.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import uuid

import uno  # type: ignore[import-not-found]
from com.sun.star.beans import PropertyValue  # type: ignore[import-not-found]


def option(name, value):  # type: ignore[no-untyped-def]
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


def connect(soffice, folder):  # type: ignore[no-untyped-def]
    """Writer's process and its component context."""
    pipe = f"review{uuid.uuid4().hex}"
    command = [soffice, f"-env:UserInstallation=file://{folder}/profile", "--headless", "--norestore"]
    process = subprocess.Popen([*command, f"--accept=pipe,name={pipe};urp;"])
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(300):
        try:
            return process, resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except Exception:  # the pipe is not there yet
            time.sleep(0.2)
    process.kill()
    raise SystemExit("LibreOffice does not answer")


def work(context, document, steps):  # type: ignore[no-untyped-def]
    table = document.TextTables.getByIndex(0)
    for verb, row, column, *arguments in steps:
        ids = [table.getCellByName(f"A{n}").String.strip() for n in range(1, table.Rows.Count + 1)]
        number = ids.index(row) + 1 if row else 0
        cell = table.getCellByName(f"{column}{number}") if column else None
        cursor = cell.createTextCursor() if cell else None
        if verb == "track":
            document.RecordChanges = arguments[0]
        elif verb == "insert":
            cursor.gotoStart(False)
            cursor.goRight(arguments[0], False)
            cell.insertString(cursor, arguments[1], False)
        elif verb == "delete":
            cursor.gotoStart(False)
            cursor.goRight(arguments[0], False)
            cursor.goRight(arguments[1], True)
            cursor.String = ""
        elif verb == "remove row":
            table.Rows.removeByIndex(number - 1, 1)
        elif verb == "add row":
            table.Rows.insertByIndex(number, 1)
            table.getCellByName(f"B{number + 1}").String = arguments[0]
        elif verb == "accept all":
            dispatcher = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.DispatchHelper", context)
            dispatcher.executeDispatch(document.CurrentController.Frame, ".uno:AcceptAllTrackedChanges", "", 0, ())


def main(soffice, folder, source, target, steps):  # type: ignore[no-untyped-def]
    process, context = connect(soffice, folder)
    desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    document = desktop.loadComponentFromURL(f"file://{source}", "_blank", 0, (option("Hidden", True),))
    work(context, document, json.loads(steps))
    document.storeToURL(f"file://{target}", (option("FilterName", "MS Word 2007 XML"),))
    document.close(True)
    try:
        desktop.terminate()
    except Exception:  # it ends before it answers
        process.wait(60)


if __name__ == "__main__":
    main(*sys.argv[1:])
