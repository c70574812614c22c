import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import { useRowsOrJob } from "~/core/exports/ui/ExportButton";
import type { ContractsOf } from "~/core/function-entry";
import type { CallOutput } from "~/core/page-call";
import { XLSX } from "~/platform/sheets/spreadsheet";
import { holdSheet } from "~/ui/import/held-sheet";
import type { ReadSheet } from "~/ui/import/reader-messages";
import type { SheetReader } from "~/ui/import/sheet-reader";
import { wasOffline } from "~/ui/keep-when-offline";
import { loadWorkbook } from "~/ui/load-script";
import { saveFile } from "~/ui/save-file";
import { useCall } from "~/ui/useCall";
import type { ImportForm } from "../import-form";
import { importCall, type importPages, type OpenedImport } from "../pages";
import { refusedSheet, rowSheetName } from "../row-sheets";

/**
 * Creates the import of a file that was read and opens its page. The rows stay in this browser until they are uploaded, and after a lost
 * response until the page is left. The same file after a lost response is the same import.
 * @param options.action the page whose action creates imports, if it is another one
 */
export function useOpenImport(
  form: ImportForm,
  defaults: Readonly<Record<string, string>>,
  { action }: { action?: string } = {},
) {
  const { run, answer, isBusy } = useCall<CallAnswer>();
  const navigate = useNavigate();
  const read = useRef<{ sheet: ReadSheet; reader: SheetReader } | null>(null);
  useEffect(() => {
    if (isBusy || !answer || !read.current || wasOffline(answer)) return;
    const { sheet, reader } = read.current;
    read.current = null;
    const opened = answer.value as OpenedImport | undefined;
    if (!opened) return reader.close();
    holdSheet(opened.run.id, { sheet, reader, opened });
    navigate(`${form.path}/import/${opened.run.id}`);
  }, [answer, isBusy, form.path, navigate]);
  useEffect(() => () => read.current?.reader.close(), []);

  const create = (sheet: ReadSheet, reader: SheetReader) => {
    if (read.current?.reader !== reader) read.current?.reader.close();
    read.current = { sheet, reader };
    const { fileName, sha256, columns, rows } = sheet;
    const file = {
      kind: form.id,
      fileName: fileName.slice(-255),
      sha256,
      columns: columns.map(({ heading }) => heading),
      rowCount: rows,
      defaults,
    };
    run(importCall("imports.open", file), action);
  };
  const unanswered = !isBusy && wasOffline(answer) ? read.current : null;
  return {
    isCreating: isBusy,
    /** Why no import was created. Null before a response. */
    refused: !isBusy && answer && !answer.value ? answer : null,
    create,
    /** The file of a lost response. Null without one. */
    unanswered: unanswered && {
      fileName: unanswered.sheet.fileName,
      onCreateAgain: () => create(unanswered.sheet, unanswered.reader),
    },
  };
}

/** The rows that an import leaves out, with their reasons, to be corrected and imported again. */
export function useRefusedRows(id: string) {
  const { run, isBusy } = useRowsOrJob(saveRefusedRows);
  return {
    isBusy,
    save: (): void =>
      run(
        importCall("imports.leftOut", { id }),
        importCall("imports.writeRowsFile", { id, which: "refused" }),
      ),
  };
}

/** Writes the file in the browser. */
async function saveRefusedRows(leftOut: string): Promise<void> {
  const { run, rows }: CallOutput<ContractsOf<typeof importPages>, "imports.leftOut"> = JSON.parse(leftOut);
  const { toXlsx } = await loadWorkbook();
  saveFile(rowSheetName(run, "refused", new Date()), toXlsx(refusedSheet(run, rows)), XLSX);
}
