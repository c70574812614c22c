"""Reads the first visible sheet of workbooks with openpyxl or xlrd: a path per line in, a line of JSON per file out."""

import datetime
import json
import signal
import sys
import warnings

import openpyxl
import xlrd

warnings.simplefilter("ignore")
MAX_ROWS = 2_000
MAX_COLUMNS = 300
MAX_SECONDS = 20


def day_text(value):
    if isinstance(value, datetime.datetime):
        # The nearest second, as a spreadsheet shows it.
        value = (value + datetime.timedelta(milliseconds=500)).replace(microsecond=0)
        text = value.strftime("%Y-%m-%d %H:%M:%S")
        return text[:10] if text.endswith("00:00:00") else text
    return str(value)


def number_text(value):
    value = float(f"{value:.15g}")
    return str(int(value)) if value == int(value) else repr(value)


def text_of(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, (int, float)):
        return number_text(value)
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta)):
        return day_text(value)
    return str(value)


def read_xlsx(path):
    with open(path, "rb") as file:
        book = openpyxl.load_workbook(file, data_only=True)
    sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"] or book.worksheets
    return [[text_of(cell) for cell in row] for row in sheets[0].iter_rows(min_row=1, max_row=min(sheets[0].max_row, MAX_ROWS), min_col=1, max_col=min(sheets[0].max_column, MAX_COLUMNS), values_only=True)]


def read_xls(path):
    book = xlrd.open_workbook(path, logfile=open("/dev/null", "w"))
    sheets = [sheet for sheet in book.sheets() if sheet.visibility == 0] or book.sheets()
    sheet = sheets[0]

    def cell_text(cell):
        if cell.ctype == xlrd.XL_CELL_DATE:
            try:
                return day_text(xlrd.xldate_as_datetime(cell.value, book.datemode))
            except Exception:
                return number_text(cell.value)
        if cell.ctype == xlrd.XL_CELL_BOOLEAN:
            return text_of(bool(cell.value))
        if cell.ctype == xlrd.XL_CELL_ERROR:
            return xlrd.error_text_from_code.get(cell.value, "#ERROR!")
        return text_of(cell.value)

    return [[cell_text(cell) for cell in sheet.row(index)[:MAX_COLUMNS]] for index in range(min(sheet.nrows, MAX_ROWS))]


def too_slow(*_):
    raise TimeoutError("It takes too long.")


signal.signal(signal.SIGALRM, too_slow)
for line in sys.stdin:
    signal.alarm(MAX_SECONDS)
    path = line.rstrip("\n")
    try:
        rows = read_xls(path) if path.lower().endswith(".xls") else read_xlsx(path)
        answer = {"rows": rows}
    except BaseException as error:
        answer = {"error": f"{type(error).__name__}: {error}"[:200]}
    signal.alarm(0)
    print(json.dumps(answer), flush=True)
