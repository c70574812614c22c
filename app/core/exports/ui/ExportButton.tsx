import { useFormAction } from "@remix-run/react";
import { Button } from "@shopify/polaris";
import { useCallback } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import type { PageCall } from "~/platform/page-call";
import type { FileFormat } from "~/platform/sheets/spreadsheet";
import { loadScript } from "~/ui/load-script";
import { useCall } from "~/ui/useCall";
import { useNotices } from "~/ui/useNotices";
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
  const { run: readRows, isBusy: isReading } = useCall<CallAnswer>();
  const { run: startJob, isBusy: isStarting } = useCall();
  const { whenAnswered } = useNotices();
  const noticeFailure = useSpreadsheetFailure();
  const action = useFormAction();
  return {
    isBusy: isReading || isStarting,
    /** Goes on when the page is left. @param write the call that starts the job */
    run: useCallback(
      (read: PageCall, write: PageCall): void => {
        const key = readRows(read);
        if (key === undefined) return;
        whenAnswered(key, ({ value, code }: CallAnswer) => {
          if (value) noticeFailure(save(value as string));
          // Its only code says that there are too many rows for an answer.
          if (code) startJob(write, action);
        });
      },
      [readRows, startJob, whenAnswered, noticeFailure, save, action],
    ),
  };
}
