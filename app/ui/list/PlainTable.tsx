import type { ListColumn } from "~/platform/list";
import { RowTable } from "./RowTable";
import type { Cells } from "./types";

interface PlainTableProps<Row> {
  /** What the rows are, in lower case: "postings". */
  caption: string;
  columns: readonly ListColumn[];
  rows: readonly Row[];
  cells: Cells<Row>;
}

/** A read-only table without paging. On a phone its rows are cards, as in a list. */
export function PlainTable<Row extends { id: string }>({
  caption,
  columns,
  rows,
  cells,
}: PlainTableProps<Row>) {
  const list = { name: caption, columns, defaultSort: "", search: null, pageSize: rows.length };
  return (
    <RowTable
      list={list}
      state={{ search: "", sort: "" }}
      search=""
      caption={caption}
      rows={rows}
      rowLabel={({ id }) => id}
      cells={cells}
    />
  );
}
