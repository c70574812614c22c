import { randomUUID } from "node:crypto";
import { and, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { ShopTransaction } from "~/platform/db/with-shop.server";

/**
 * The columns that a table of intents must have. With `state` and `finishedAt`, ended intents stay in the table as
 * "done" or "failed". Without them, a row is deleted when its intent ends.
 */
export type IntentTable = PgTable & {
  shop: PgColumn;
  /** Changes with every claim, so that only the latest claim may end the intent: a counter or a UUID. */
  attempt: PgColumn;
  startedAt: PgColumn;
  leaseUntil: PgColumn;
  state?: PgColumn;
  finishedAt?: PgColumn;
};

/** An intent as it is stored. */
export type IntentRow<Table extends IntentTable> = Table["$inferSelect"] & { shop: string };

/** What the caller says about a new intent. The engine adds the attempt, the lease and the state. */
export type NewIntent<Table extends IntentTable> = Omit<
  Table["$inferInsert"],
  "attempt" | "leaseUntil" | "state" | "finishedAt"
>;

/** Defines an intent: which table has its rows, and how callers and the log see it. */
export interface IntentDefinition<Table extends IntentTable> {
  /** For the log: "decision". */
  noun: string;
  table: Table;
  /**
   * The columns that identify a row within a shop. A unique index of the table must allow one open row per subject: it is
   * the lock.
   */
  key: readonly (string & keyof Table["$inferSelect"])[];
  /** Name of the task that finishes intents that were left open. */
  finishTask: string;
  /** For a caller while another intent on the same subject is open. */
  busyMessage: string;
  /** For a caller whose attempt has lost its lease. */
  lostMessage: string;
  /** True for an error of a first attempt that proves that nothing was done outside. */
  isUndone(error: unknown): boolean;
  /**
   * True when what was sent may take effect, or be found, late: after an unknown outcome, the intent waits until its lease
   * expires.
   */
  keepsLease?: boolean;
  /**
   * What else changes in the transaction that drops an intent.
   * @param error which proved that nothing was done outside. Undefined when the intent is dropped for another reason
   */
  onDrop?(tx: ShopTransaction, row: IntentRow<Table>, error?: unknown): Promise<void>;
}

type AnyDefinition = IntentDefinition<IntentTable>;
type AnyRow = Record<string, unknown>;

const keepsEnded = ({ table }: Pick<AnyDefinition, "table">): boolean => table.state !== undefined;

/** The values of an opened row's own columns that make it open. */
export const openState = (definition: Pick<AnyDefinition, "table">): AnyRow =>
  keepsEnded(definition) ? { state: "started" } : {};

/** The condition that a row is the one with this key. */
export function isSameRow(
  { table, key }: Pick<AnyDefinition, "table" | "key">,
  row: AnyRow,
): SQL | undefined {
  const columns = table as unknown as Record<string, PgColumn>;
  return and(...["shop", ...key].map((name) => eq(columns[name] as PgColumn, row[name])));
}

/** The condition that a row is open. */
export const isOpen = ({ table }: Pick<AnyDefinition, "table">): SQL | undefined =>
  table.state && eq(table.state, "started");

/** The condition that a row is open and belongs to this attempt. */
export const isOurs = (definition: Pick<AnyDefinition, "table" | "key">, row: AnyRow): SQL | undefined =>
  and(isSameRow(definition, row), eq(definition.table.attempt, row.attempt), isOpen(definition));

/** The condition that a row is open and its lease has expired. */
export const isAbandoned = (definition: Pick<AnyDefinition, "table">): SQL | undefined =>
  and(isOpen(definition), lt(definition.table.leaseUntil, sql`clock_timestamp()`));

/** The condition that a row that is kept may be opened again: it isn't done. */
export const isReopenable = ({ table }: Pick<AnyDefinition, "table">): SQL | undefined =>
  table.state && inArray(table.state, ["started", "failed"]);

/** The attempt that follows a row's own. @param row absent for a new row */
export const nextAttempt = ({ table }: Pick<AnyDefinition, "table">, row?: AnyRow): string | number =>
  table.attempt.dataType === "number" ? Number(row?.attempt ?? 0) + 1 : randomUUID();
