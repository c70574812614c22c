import { type CellValue, fileTimestamp, type Sheet, slug } from "~/platform/sheets/spreadsheet";
import type { JobItemRow } from "./list.server";
import { ITEM_STATES } from "./outcomes";

/** The columns of a job's rows as a sheet. */
export const COLUMNS = [
  { title: "Position", width: 10 },
  { title: "What", width: 40 },
  { title: "Outcome", width: 12 },
  { title: "Message", width: 60 },
  { title: "Finished (UTC)", width: 24 },
];

/** A row of a job as a row of that sheet. */
export const cellsOf = ({ position, label, state, message, finishedAt }: JobItemRow): CellValue[] => [
  position,
  label,
  ITEM_STATES[state].label,
  message ?? "",
  finishedAt ?? "",
];

/** The rows of a job as a sheet. */
export const sheetOf = (title: string, rows: readonly JobItemRow[]): Sheet => ({
  name: title,
  columns: COLUMNS,
  rows: rows.map(cellsOf),
});

/** `Job_Approve_120_students_20260615T120000Z.xlsx` */
export const sheetFileName = (title: string, now: Date): string =>
  `Job_${slug(title)}_${fileTimestamp(now)}.xlsx`;
