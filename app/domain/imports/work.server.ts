import type { CallOptions } from "~/connectors/shopify/port";
import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { AskedFor, ItemContext, ItemOutcome } from "~/platform/jobs/job.server";
import type { ImportKind } from "./kind";
import type { ReadRow } from "./read-row";
import type { Run } from "./runs.server";
import type { importRows } from "./tables.server";

/** A row as it is kept. */
export type KeptRow = typeof importRows.$inferSelect;
/** A row with what was read from its cells, by field; a field that is absent stays as it is. */
export type StoredRow = KeptRow & { values: Readonly<Record<string, string>> };
export type Change = StoredRow["changes"][number];

/** What a row would do to what the store is known to hold. */
export interface Compared {
  verdict: "create" | "change" | "unchanged" | "refused";
  customerId: number | null;
  changes: Change[];
  /** Why it is refused, or remarks on a row that is not. */
  problems: { field: string; sentence: string }[];
}

/** The server's half of an import's declaration: what a row of it means. `ImportKind` is the half that the browser knows. */
export interface ImportWork {
  kind: ImportKind;
  /**
   * Compares rows with the mirror, in one query for all; asks no other system. The answers are in the order of the rows.
   * @param administrator who asks: rows that meet somebody whom they may not work on are refused, and say nothing of them
   */
  compare(tx: ShopTransaction, rows: readonly ReadRow[], administrator: Administrator): Promise<Compared[]>;
  /** What a row would give somebody new. */
  created(values: StoredRow["values"]): Change[];
  /** Brings the mirror up to date with what the store itself holds about these, for a small file. */
  lookUp(shop: string, identities: readonly string[], call: CallOptions): Promise<void>;
  /**
   * Looks at the file as a whole, once its rows were checked.
   * @returns a sentence when nothing of it may be imported; null otherwise
   */
  fileProblem?(tx: ShopTransaction, run: Run): Promise<string | null>;
  /** For rows that are written all together: called in the transaction that starts the import. @throws what starts nothing */
  begin?(tx: ShopTransaction, run: Run, by: Administrator): Promise<void>;
  /**
   * Writes a row into the store. It may run again after a crash, or when it failed, and then finishes what is left. What it
   * sets out to write it keeps with the row first, for undoing.
   * @returns an outcome, or the id of the mail that has to leave for it
   * @throws a refusal with the sentence for the row
   */
  write(row: StoredRow, context: ItemContext): Promise<ItemOutcome | AskedFor>;
  /** Takes back what was written, unless somebody changed it since; may run again, too, and may wait for its end, as `write`. */
  undo(row: StoredRow, context: ItemContext): Promise<ItemOutcome | AskedFor>;
}
