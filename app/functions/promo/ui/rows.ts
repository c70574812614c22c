import type { QueueRow, SubmissionRow } from "../list-schemas";

/** A submission as a list row, whose ids are strings. */
export type QueueListRow = Omit<QueueRow, "id"> & { id: string };
export type SubmissionListRow = Omit<SubmissionRow, "id"> & { id: string };

/** An option of a look-up list. */
export interface Option {
  value: string;
  label: string;
}

/** A reason of a list. */
export interface ReasonRow {
  id: string;
  reason: string;
  /** Null: after those that have a position. */
  orderInList: number | null;
}
