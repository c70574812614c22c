import { useEffect, useRef } from "react";
import { XLSX } from "~/platform/sheets/spreadsheet";
import { loadWorkbook } from "~/ui/load-workbook";
import { saveFile } from "~/ui/save-file";
import { useOperation } from "~/ui/useOperation";
import { useSpreadsheetFailure } from "~/ui/useSpreadsheetFailure";
import { refusedSheet, rowSheetName } from "../row-sheets";
import type { ImportAnswer } from "../wizard-form.server";

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
