import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { XLSX } from "~/platform/sheets/spreadsheet";
import { holdSheet } from "~/ui/import/held-sheet";
import type { ReadSheet } from "~/ui/import/reader-messages";
import type { SheetReader } from "~/ui/import/sheet-reader";
import { wasOffline } from "~/ui/keep-when-offline";
import { loadWorkbook } from "~/ui/load-script";
import { saveFile } from "~/ui/save-file";
import { useOperation } from "~/ui/useOperation";
import { useSpreadsheetFailure } from "~/ui/useSpreadsheetFailure";
import type { ImportKind } from "../import-kind";
import { refusedSheet, rowSheetName } from "../row-sheets";
import type { ImportAnswer } from "../wizard-form.server";

/**
 * Creates the import of a file that was read and opens its page. The rows stay in this browser until they are uploaded, and after a lost
 * response until the page is left. The same file after a lost response is the same import.
 * @param options.action the page whose action creates imports, if it is another one
 */
export function useOpenImport(
  kind: ImportKind,
  defaults: Readonly<Record<string, string>>,
  { action }: { action?: string } = {},
) {
  const { run, answer, isBusy } = useOperation<ImportAnswer>();
  const navigate = useNavigate();
  const read = useRef<{ sheet: ReadSheet; reader: SheetReader } | null>(null);
  useEffect(() => {
    if (isBusy || !answer || !read.current || wasOffline(answer)) return;
    const { sheet, reader } = read.current;
    read.current = null;
    if (!answer.opened) return reader.close();
    holdSheet(answer.opened.run.id, { sheet, reader, opened: answer.opened });
    navigate(`${kind.path}/import/${answer.opened.run.id}`);
  }, [answer, isBusy, kind.path, navigate]);
  useEffect(() => () => read.current?.reader.close(), []);

  const create = (sheet: ReadSheet, reader: SheetReader) => {
    if (read.current?.reader !== reader) read.current?.reader.close();
    read.current = { sheet, reader };
    const { fileName, sha256, columns, rows } = sheet;
    const file = {
      fileName: fileName.slice(-255),
      sha256,
      columns: columns.map(({ heading }) => heading),
      rowCount: rows,
      defaults,
    };
    run({ intent: "open", file: JSON.stringify(file) }, action);
  };
  const unanswered = !isBusy && wasOffline(answer) ? read.current : null;
  return {
    isCreating: isBusy,
    /** Why no import was created. Null before a response. */
    refused: !isBusy && answer && !answer.opened ? answer : null,
    create,
    /** The file of a lost response. Null without one. */
    unanswered: unanswered && {
      fileName: unanswered.sheet.fileName,
      onCreateAgain: () => create(unanswered.sheet, unanswered.reader),
    },
  };
}

/**
 * A spreadsheet of an import's rows: the refused ones with their reasons, to be corrected and imported again, or all rows with their
 * outcomes. A short one is made in the browser. A long one is written by a job, whose outcome the notice shows.
 */
export function useRowsFile(intent: "refused" | "outcomes") {
  const { run, answer: data, isBusy } = useOperation<ImportAnswer>();
  const saved = useRef<ImportAnswer>();
  const noticeFailure = useSpreadsheetFailure();
  useEffect(() => {
    if (!data?.refused || saved.current === data) return;
    saved.current = data;
    const { run: refused, rows } = data.refused;
    noticeFailure(
      loadWorkbook().then(({ toXlsx }) =>
        saveFile(rowSheetName(refused, "refused", new Date()), toXlsx(refusedSheet(refused, rows)), XLSX),
      ),
    );
  }, [data, noticeFailure]);
  return {
    isBusy,
    save: () => run({ intent }),
  };
}
