import type { ShopTransaction } from "~/platform/db/with-shop.server";

/** A column of a mirror: its name and its SQL type. */
export type MirrorColumn = readonly [name: string, type: string];

/** Columns that another module adds to the rows of a mirror. They are part of the mirror's own statement and transaction. */
export interface MirrorColumns<Row> {
  /** Columns that follow from what Shopify sent. */
  columns: readonly MirrorColumn[];
  /** Their values, by column. */
  read(row: Row): Record<string, unknown>;
  /** Joins the module's own tables to a new row: `read` is the row, `$1` the shop. */
  join: string;
  /** Columns of the module's own, which only a new row gets: name to SQL expression over `join`. */
  initial: Readonly<Record<string, string>>;
  /**
   * The SQL expression that is stored instead of a column's value. A row that exists is `kept`, and is locked when this is
   * evaluated: what another transaction committed a moment ago counts.
   */
  stored(value: string, row: "new" | "kept"): string;
  /** A SQL condition over a row that was written: only those are passed to `onWrite`. */
  when: string;
  /** Runs in the transaction that wrote the rows. */
  onWrite(tx: ShopTransaction, shop: string, ids: readonly number[]): Promise<void>;
}
