/** The kinds of files that a spreadsheet may be, for `accept`. */
export const SPREADSHEET_FILES = ".csv,.xls,.xlsx";
