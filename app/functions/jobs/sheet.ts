import { fileTimestamp, slug } from "~/platform/sheets/file-name";
import type { Sheet } from "~/platform/sheets/spreadsheet";
import type { JobItemRow } from "./contract";
import { ITEM_STATES } from "./outcomes";

/** The rows of a job as a sheet. */
export function sheetOf(title: string, rows: readonly JobItemRow[]): Sheet {
  return {
    name: title,
    columns: [
      { title: "Row", width: 8 },
      { title: "What", width: 40 },
      { title: "Outcome", width: 12 },
      { title: "Message", width: 60 },
      { title: "Finished (UTC)", width: 24 },
    ],
    rows: rows.map(({ position, label, state, message, finishedAt }) => [
      position,
      label,
      ITEM_STATES[state].label,
      message ?? "",
      finishedAt ?? "",
    ]),
  };
}

/** `Job_Approve_120_students_20260615T120000Z.xlsx` */
export const sheetFileName = (title: string, now: Date): string =>
  `Job_${slug(title)}_${fileTimestamp(now)}.xlsx`;
