import { conflict } from "~/platform/errors";
import { importKind } from "./kinds";
import { type ReadRow, rowReader, type SentRow } from "./read-row";
import type { Run } from "./runs.server";

/** How a run's rows are read. @throws 409 before it was decided what the columns hold */
export function readingOf({
  kind: kindId,
  mapping,
  blanks,
  columns,
  defaults,
}: Pick<Run, "kind" | "mapping" | "blanks" | "columns" | "defaults">): (row: SentRow) => ReadRow {
  const kind = importKind(kindId);
  if (!kind || !mapping || !blanks)
    throw conflict("Decide first what the columns hold; then the rows can come.");
  return rowReader({ kind, columns, mapping, blanks, defaults: defaults ?? {} });
}
