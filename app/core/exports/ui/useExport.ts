import { useEffect, useRef } from "react";
import { XLSX } from "~/platform/sheets/spreadsheet";
import { loadWorkbook } from "~/ui/load-script";
import { saveFile } from "~/ui/save-file";
import { useOperation } from "~/ui/useOperation";
import { useSpreadsheetFailure } from "~/ui/useSpreadsheetFailure";
import type { ExportAnswer } from "../answer-export-form.server";
import type { Exported } from "../export-calls";

/** What is exported of a list. */
export interface ExportedList {
  /** The name of a declared report. */
  report: string;
  /** The part of the list, such as a tab. Empty means all of it. */
  part: string;
  search: string;
  sort: string;
  /** What narrows the list besides its search, as the report's filter has it. */
  filter?: Readonly<Record<string, string | undefined>>;
}

/** Exports a list. The browser writes a short file, a job writes a long one. */
export function useExport() {
  const exporting = useOperation<ExportAnswer>();
  const noticeFailure = useSpreadsheetFailure();
  const answer = exporting.isBusy ? undefined : exporting.answer;
  const savedAnswer = useRef<ExportAnswer>();

  useEffect(() => {
    if (!answer?.exported || savedAnswer.current === answer) return;
    savedAnswer.current = answer;
    noticeFailure(saveExport(answer.exported));
  }, [answer, noticeFailure]);

  return {
    isBusy: exporting.isBusy,
    run: ({ filter = {}, ...list }: ExportedList) =>
      exporting.run({ ...list, filter: JSON.stringify(filter) }, "/exports"),
  };
}

/** Writes the file in the browser. */
async function saveExport(exported: string): Promise<void> {
  const { data, frame, fileName }: Exported = JSON.parse(exported);
  const { toXlsx } = await loadWorkbook();
  const rows = data.map((row) => frame.columns.map(({ title }) => row[title] ?? ""));
  saveFile(fileName, toXlsx({ ...frame, rows }), XLSX);
}
