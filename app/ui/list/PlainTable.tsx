import type { ReactNode } from "react";
import type { ListColumn, ListDeclaration } from "~/platform/list";
import { RowTable } from "./RowTable";
import styles from "./RowTable.module.css";
import type { Cells } from "./types";

interface PlainTableProps<Row, Key extends string> {
  /** What the rows are, in lower case: "postings". */
  caption: string;
  columns: readonly ListColumn<Key>[];
  rows: readonly Row[];
  cells: Cells<Row, Key>;
  density?: ListDeclaration["density"];
  rowActions?: (row: Row) => ReactNode;
  /** Also opens a row by a click beside its link or button. */
  onOpen?: (row: Row) => void;
}

/** A table without paging. On a phone its rows are cards, as in a list. */
export function PlainTable<Row extends { id: string }, Key extends string>({
  caption,
  columns,
  rows,
  cells,
  density,
  rowActions,
  onOpen,
}: PlainTableProps<Row, Key>) {
  const list = { name: caption, columns, defaultSort: "", search: null, pageSize: rows.length, density };
  return (
    <div className={styles.plain}>
      <RowTable
        list={list}
        state={{ search: "", sort: "" }}
        search=""
        caption={caption}
        rows={rows}
        rowLabel={({ id }) => id}
        cells={cells}
        rowActions={rowActions}
        onOpen={onOpen}
      />
    </div>
  );
}
