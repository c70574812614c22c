import { Button } from "@shopify/polaris";
import { useCallback, useEffect, useRef } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import type { PageCall } from "~/platform/page-call";
import type { FileFormat } from "~/platform/sheets/spreadsheet";
import { loadScript } from "~/ui/load-script";
import { useCall } from "~/ui/useCall";
import { useSpreadsheetFailure } from "~/ui/useSpreadsheetFailure";

/** Exports what the list shows, with its search and order. @param call the `rows` of the list's export */
export function ExportButton({ call, format = "xlsx" }: { call: PageCall; format?: FileFormat }) {
  const { run, isBusy } = useExport(format);
  return (
    <Button loading={isBusy} onClick={() => run(call)}>
      {format === "csv" ? "Export CSV" : "Export Excel"}
    </Button>
  );
}

/** Exports a list. The browser writes a short file, a job writes a long one. */
export function useExport(format: FileFormat = "xlsx") {
  const { run, isBusy } = useRowsOrJob(SAVE[format]);
  return {
    isBusy,
    /** @param call the `rows` of an export, beside which its `start` is */
    run: (call: PageCall): void => run(call, { ...call, call: call.call.replace(/rows$/, "start") }),
  };
}

/** Writes the file in the browser. What writes it is loaded with the first one. */
const savingAs = (format: FileFormat) => async (exported: string) =>
  (await loadScript(() => import("./save-export"))).saveExport(exported, format);

const SAVE = { xlsx: savingAs("xlsx"), csv: savingAs("csv") };

/**
 * Reads the rows of a spreadsheet. The browser writes a short one, a job writes a long one.
 * @param save writes the rows, from their JSON
 */
export function useRowsOrJob(save: (rows: string) => Promise<void>) {
  const { run: readRows, isBusy: isReading, answer: rows } = useCall<CallAnswer>();
  const { run: startJob, isBusy: isStarting } = useCall();
  const noticeFailure = useSpreadsheetFailure();
  const answer = isReading ? undefined : rows;
  const job = useRef<PageCall>();
  const handledAnswer = useRef<CallAnswer>();

  useEffect(() => {
    if (!answer || handledAnswer.current === answer) return;
    handledAnswer.current = answer;
    if (answer.value) noticeFailure(save(answer.value as string));
    // Its only code says that there are too many rows for an answer.
    if (answer.code && job.current) startJob(job.current);
  }, [answer, noticeFailure, save, startJob]);

  return {
    isBusy: isReading || isStarting,
    /** @param write the call that starts the job */
    run: useCallback(
      (read: PageCall, write: PageCall): void => {
        job.current = write;
        readRows(read);
      },
      [readRows],
    ),
  };
}
