import { useEffect, useRef } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import type { PageCall } from "~/platform/page-call";
import { XLSX } from "~/platform/sheets/spreadsheet";
import { loadWorkbook } from "~/ui/load-script";
import { saveFile } from "~/ui/save-file";
import { useCall } from "~/ui/useOperation";
import { useSpreadsheetFailure } from "~/ui/useSpreadsheetFailure";
import type { Exported } from "../export-calls";

/** Exports a list. The browser writes a short file, a job writes a long one. */
export function useExport() {
  const { run: readRows, isBusy: isReading, answer: rows } = useCall<CallAnswer>();
  const { run: startJob, isBusy: isStarting } = useCall();
  const noticeFailure = useSpreadsheetFailure();
  const answer = isReading ? undefined : rows;
  const request = useRef<PageCall>();
  const handledAnswer = useRef<CallAnswer>();

  useEffect(() => {
    if (!answer || handledAnswer.current === answer) return;
    handledAnswer.current = answer;
    if (answer.value) noticeFailure(saveExport(answer.value as string));
    // Its only code says that the list is too long for an answer.
    if (answer.code && request.current) startJob(request.current);
  }, [answer, noticeFailure, startJob]);

  return {
    isBusy: isReading || isStarting,
    /** @param call the `rows` of an export, beside which its `start` is */
    run(call: PageCall): void {
      request.current = { ...call, call: call.call.replace(/rows$/, "start") };
      readRows(call);
    },
  };
}

/** Writes the file in the browser. */
async function saveExport(exported: string): Promise<void> {
  const { data, frame, fileName }: Exported = JSON.parse(exported);
  const { toXlsx } = await loadWorkbook();
  const rows = data.map((row) => frame.columns.map(({ title }) => row[title] ?? ""));
  saveFile(fileName, toXlsx({ ...frame, rows }), XLSX);
}
