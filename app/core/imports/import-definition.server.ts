import type { SQL } from "drizzle-orm";
import type { CallOptions } from "~/connectors/shopify/port";
import type { Administrator } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import type { ItemContext, ItemOutcome, ItemResults, PendingItem } from "~/platform/jobs/job.server";
import type { ImportForm } from "./import-form";
import type { ReadRow } from "./read-row";
import type { importRows, importRuns } from "./tables.server";

/** An import as it is stored. */
export type StoredImport = typeof importRuns.$inferSelect;

/** A row as it is kept. */
export type StagedRow = typeof importRows.$inferSelect;
/** A row with the values of its cells, by field. An absent field stays unchanged. */
export type StoredRow = StagedRow & { values: Readonly<Record<string, string>> };
export type Change = StoredRow["changes"][number];

/** The effect of a row on the mirrored data. */
export interface Compared {
  verdict: "create" | "change" | "unchanged" | "refused";
  /** The customer that the row is about, for erasures. A definition that sets it has `records`. */
  customerId?: number | null;
  changes: Change[];
  /** What the field means that `duplicates.and` names. Equal for values that mean the same. */
  occasion?: string | null;
  /** Why it is refused, or remarks on a row that is not. */
  problems: { field: string; sentence: string }[];
}

/** What an import has, and what its rows do. */
export interface ImportDefinition {
  kind: "import";
  /** The part that the browser knows, too. */
  form: ImportForm;
  /**
   * Compares rows with the mirror, in one query for all and without other systems. The results are in the order of the rows.
   * @param administrator rows about records that they may not see are refused and reveal nothing about them
   * @param isLookedUp the file is small: its check looks up its rows in the store and compares them again
   */
  compare(
    tx: ShopTransaction,
    rows: readonly ReadRow[],
    administrator: Administrator,
    file: { isLookedUp: boolean },
  ): Promise<Compared[]>;
  /** The values of a new record. */
  created(values: StoredRow["values"]): Change[];
  /**
   * Writes a row into the store. After a crash or a failure it runs again and finishes the rest. It stores the planned change with the
   * row first, for the undo.
   * @returns an outcome, or the id of the mail that it waits for
   * @throws a refusal with the message for the row
   */
  write(row: StoredRow, context: ItemContext): Promise<ItemOutcome | PendingItem>;
  /**
   * Undoes what was written, unless it was changed since. It may run again and may return a pending item, as `write`. A row of which
   * nothing is left is done, also when it was never written. The others count as not undone.
   */
  undo(row: StoredRow, context: ItemContext): Promise<ItemOutcome | PendingItem>;
  /**
   * Updates the mirror with what the store itself has about these, for a small file. Absent where rows are compared with
   * Backroom's own records only.
   * @returns false when a part of it wasn't updated in time
   */
  lookUp?(shop: string, identities: readonly string[], call: CallOptions): Promise<boolean>;
  /** What the file means as a whole, besides its rows. */
  file?: FileRules;
  /** For rows that are written all together, when the import starts: none of them can be stopped. */
  together?: {
    /** Called in the transaction that starts the import. @throws what starts nothing */
    begin(tx: ShopTransaction, run: StoredImport, by: Administrator): Promise<void>;
    /** Called in the transaction that starts the undo. @throws what undoes nothing */
    beginUndo?(tx: ShopTransaction, run: StoredImport, by: Administrator): Promise<void>;
  };
  /** For rows whose writing or undo another process completes: finds their results. */
  pending?: {
    writes(shop: string, refs: readonly string[]): Promise<ItemResults>;
    undos?(shop: string, refs: readonly string[]): Promise<ItemResults>;
  };
  /** For rows that are about records which not every administrator may see. */
  records?: {
    /** Shopify's id of the record that a row is about, from its `customerId`. */
    gidOf(id: number): string;
    /** The records among these that the administrator may not see, by `customerId`. */
    findHidden(
      tx: ShopTransaction,
      ids: readonly number[],
      administrator: Administrator,
    ): Promise<ReadonlySet<number>>;
    /** Shown in place of the row's comparison with the record. */
    refusal: { field: string; sentence: string };
  };
}

/** What an import does with a file as a whole. Each part is for files that need it. */
export interface FileRules {
  /** Checks the file after its rows. @returns why nothing of it can be imported, or null */
  problem?(tx: ShopTransaction, run: StoredImport): Promise<string | null>;
  /**
   * Checks the file before it is imported. A warning doesn't prevent the import.
   * @param rows how many rows would be written
   */
  warning?(tx: ShopTransaction, run: StoredImport, rows: number): Promise<string | null>;
  /** What the rows of a running import wait for, as a sentence. Null when they wait for nothing. */
  waitReason?(tx: ShopTransaction, run: StoredImport): Promise<string | null>;
  /** The name of what was chosen at the start for all rows, such as the event's. Null when it no longer exists. */
  givenName?(tx: ShopTransaction, run: StoredImport): Promise<string | null>;
  /**
   * Sums up the rows of a checked file that would be written.
   * @param isStarting true in the transaction that starts the import, before its rows begin
   * @returns the sums, one sentence each, and what has to be confirmed before the import starts, or null
   */
  sumUp?(
    tx: ShopTransaction,
    run: StoredImport,
    options: { isStarting: boolean },
  ): Promise<{ summary: string[]; question: string | null }>;
  /** Reads what `sumUp` needs from another system. Called outside a transaction, and without effect when it fails. */
  prepareSum?(shop: string, call: CallOptions): Promise<void>;
  /** Called in the transaction that starts the import. @throws 409 when this administrator may not start it */
  assertMayStart?(tx: ShopTransaction, run: StoredImport, by: Administrator): Promise<void>;
  /** SQL that is true of a checked file that those who prepared it can't start. @param run the file's row of `import_runs` */
  needsOthers?(shop: string, run: SQL): SQL;
  /** Those who prepared a file may be refused when they start it, which no one knows before. A checked one is kept as with `needsOthers`. */
  mayNeedOthers?: true;
  /** Rows that are undone together have to follow each other: SQL that the undo's rows of `import_rows` are sorted by, before their number. */
  undoOrder?: string;
}

/** Defines an import. Name it under `declares` of its module. */
export const defineImport = (definition: Omit<ImportDefinition, "kind">): ImportDefinition => ({
  kind: "import",
  ...definition,
});

/** All declared imports by the id of their form. */
export type ImportDefinitions = ReadonlyMap<string, ImportDefinition>;

/** @throws 404 for a kind that this version doesn't have, such as that of a stored run */
export function definitionFor(definitions: ImportDefinitions, kindId: string): ImportDefinition {
  const definition = definitions.get(kindId);
  if (!definition) throw notFound("This version of Backroom doesn't know this kind of import.");
  return definition;
}

/** Stores what rows of an import set out to write, in one statement. */
export async function storeWritten(
  tx: ShopTransaction,
  run: Pick<StoredImport, "shop" | "id">,
  rows: readonly Pick<StoredRow, "number" | "written">[],
): Promise<void> {
  await tx.$client.query(
    `UPDATE import_rows AS stored SET written = row.written
       FROM unnest($3::int[], $4::jsonb[]) AS row (number, written)
      WHERE stored.shop = $1 AND stored.run_id = $2 AND stored.number = row.number`,
    [run.shop, run.id, rows.map(({ number }) => number), rows.map(({ written }) => JSON.stringify(written))],
  );
}

/** Stores that rows, of any imports, were undone. */
export async function storeUndone(
  tx: ShopTransaction,
  shop: string,
  rows: readonly Pick<StoredRow, "runId" | "number">[],
): Promise<void> {
  await tx.$client.query(
    `UPDATE import_rows AS stored SET outcome = 'undone' FROM unnest($2::uuid[], $3::int[]) AS row (run_id, number)
      WHERE stored.shop = $1 AND stored.run_id = row.run_id AND stored.number = row.number`,
    [shop, rows.map(({ runId }) => runId), rows.map(({ number }) => number)],
  );
}

export type RowPatch = Partial<Pick<StoredRow, "written" | "outcome" | "customerId" | "changes" | "verdict">>;

/** Changes what is kept of a row. With `written: null`, the row has written nothing. */
export async function patchRow(tx: ShopTransaction, row: StoredRow, patch: RowPatch): Promise<void> {
  await tx.$client.query(
    `UPDATE import_rows SET written = CASE WHEN $4 THEN $5::jsonb ELSE written END, outcome = coalesce($6, outcome),
            customer_id = coalesce($7::bigint, customer_id), changes = coalesce($8::json, changes),
            verdict = coalesce($9, verdict)
      WHERE shop = $1 AND run_id = $2 AND number = $3`,
    [
      row.shop,
      row.runId,
      row.number,
      patch.written !== undefined,
      patch.written == null ? null : JSON.stringify(patch.written),
      patch.outcome ?? null,
      patch.customerId ?? null,
      patch.changes === undefined ? null : JSON.stringify(patch.changes),
      patch.verdict ?? null,
    ],
  );
}
