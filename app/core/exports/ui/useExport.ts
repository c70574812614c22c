import type { PageCall } from "~/platform/page-call";
import { XLSX } from "~/platform/sheets/spreadsheet";
import { loadWorkbook } from "~/ui/load-script";
import { saveFile } from "~/ui/save-file";
import type { Exported } from "../export-calls";
import { useRowsOrJob } from "./useRowsOrJob";

/** Exports a list. The browser writes a short file, a job writes a long one. */
export function useExport() {
  const { run, isBusy } = useRowsOrJob(saveExport);
  return {
    isBusy,
    /** @param call the `rows` of an export, beside which its `start` is */
    run: (call: PageCall): void => run(call, { ...call, call: call.call.replace(/rows$/, "start") }),
  };
}

/** Writes the file in the browser. */
async function saveExport(exported: string): Promise<void> {
  const { data, frame, fileName }: Exported = JSON.parse(exported);
  const { toXlsx } = await loadWorkbook();
  const rows = data.map((row) => frame.columns.map(({ title }) => row[title] ?? ""));
  saveFile(fileName, toXlsx({ ...frame, rows }), XLSX);
}
