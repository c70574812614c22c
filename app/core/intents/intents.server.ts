import { and, eq, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import {
  type IntentDefinition,
  type IntentRow,
  type IntentTable,
  isAbandoned,
  isOurs,
  isReopenable,
  isSameRow,
  type NewIntent,
  nextAttempt,
  openState,
} from "./intent-definition.server";
import { leaseFromNow } from "./lease.server";

/** Another intent on the same subject is open. It may succeed later. */
export class Busy extends Refusal {
  constructor({ busyMessage }: { busyMessage: string }) {
    super(409, "CONFLICT", busyMessage);
  }
}

/** Another attempt has taken the intent over, or may have: this one must change nothing any longer. */
export class LostLease extends Refusal {
  constructor({ lostMessage }: { lostMessage: string }) {
    super(409, "CONFLICT", lostMessage);
  }
}

/**
 * Writes the intent row before anything is changed outside. The table's unique index makes the row the lock on its subject.
 * @param isClaimed false for an intent that is left to the finishing task: its lease has expired already
 * @throws 409 while another intent on the subject is open
 */
export async function openIntent<Table extends IntentTable>(
  tx: ShopTransaction,
  definition: IntentDefinition<Table>,
  values: NewIntent<Table>,
  { isClaimed = true }: { isClaimed?: boolean } = {},
): Promise<IntentRow<Table>> {
  const leaseUntil = isClaimed ? leaseFromNow() : sql`clock_timestamp()`;
  const [opened] = await tx
    .insert(definition.table as PgTable)
    .values({ ...values, ...openState(definition), attempt: nextAttempt(definition), leaseUntil })
    .onConflictDoNothing()
    .returning();
  if (!opened) throw new Busy(definition);
  return opened as IntentRow<Table>;
}

/**
 * Opens an intent again that failed or is open, as a new attempt: the earlier attempt can then no longer end it.
 * @param set what changes of the row
 * @throws 409 while another intent on the subject is open, or when another attempt was first
 */
export async function reopenIntent<Table extends IntentTable>(
  tx: ShopTransaction,
  definition: IntentDefinition<Table>,
  row: IntentRow<Table>,
  set: Partial<NewIntent<Table>>,
): Promise<IntentRow<Table>> {
  const [opened] = await tx
    .update(definition.table as PgTable)
    .set({
      ...set,
      ...openState(definition),
      finishedAt: null,
      attempt: nextAttempt(definition, row),
      leaseUntil: leaseFromNow(),
    })
    .where(
      and(isSameRow(definition, row), eq(definition.table.attempt, row.attempt), isReopenable(definition)),
    )
    .returning()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Busy(definition) : error;
    });
  if (!opened) throw new Busy(definition);
  return opened as IntentRow<Table>;
}

/** Takes an abandoned intent over. @returns undefined when another process did, or when it has ended */
export async function claimIntent<Table extends IntentTable>(
  tx: ShopTransaction,
  definition: IntentDefinition<Table>,
  row: IntentRow<Table>,
): Promise<IntentRow<Table> | undefined> {
  const [claimed] = await tx
    .update(definition.table as PgTable)
    .set({ attempt: nextAttempt(definition, row), leaseUntil: leaseFromNow() })
    .where(and(isOurs(definition, row), isAbandoned(definition)))
    .returning();
  return claimed as IntentRow<Table> | undefined;
}

/** Intents that are open and whose lease has expired, those first that were tried the longest ago. */
export async function findAbandoned<Table extends IntentTable>(
  tx: ShopTransaction,
  definition: IntentDefinition<Table>,
  shop: string,
  where?: SQL,
): Promise<IntentRow<Table>[]> {
  const rows = await tx
    .select()
    .from(definition.table as PgTable)
    .where(and(eq(definition.table.shop, shop), isAbandoned(definition), where))
    .orderBy(definition.table.leaseUntil, definition.table.startedAt);
  return rows as IntentRow<Table>[];
}

/** In SQL: whether the row of `shops` has intents that are open and whose lease has expired. */
export function isAnyAbandoned({ table }: Pick<IntentDefinition<IntentTable>, "table">): string {
  const isOpen = table.state ? `open.${table.state.name} = 'started' AND ` : "";
  return `EXISTS (SELECT FROM ${getTableName(table)} AS open
    WHERE open.shop = shops.shop AND ${isOpen}open.${table.leaseUntil.name} < clock_timestamp())`;
}

/** Extends the lease. @returns false when the intent belongs to another attempt, or has ended */
export const renewIntent = <Table extends IntentTable>(
  definition: IntentDefinition<Table>,
  row: IntentRow<Table>,
): Promise<boolean> => withShop(row.shop, (tx) => setLease(tx, definition, row, leaseFromNow()));

/** Ends the lease and leaves the intent open: the next process to look claims it. */
export const releaseIntent = <Table extends IntentTable>(
  tx: ShopTransaction,
  definition: IntentDefinition<Table>,
  row: IntentRow<Table>,
): Promise<boolean> => setLease(tx, definition, row, sql`clock_timestamp()`);

async function setLease<Table extends IntentTable>(
  tx: ShopTransaction,
  definition: IntentDefinition<Table>,
  row: IntentRow<Table>,
  leaseUntil: SQL,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(definition.table as PgTable)
    .set({ leaseUntil })
    .where(isOurs(definition, row));
  return rowCount === 1;
}

/** Whether the intent is open and belongs to this attempt. */
export const isHeld = async <Table extends IntentTable>(
  definition: IntentDefinition<Table>,
  row: IntentRow<Table>,
): Promise<boolean> =>
  (await withShop(row.shop, (tx) => tx.$count(definition.table, isOurs(definition, row)))) > 0;

/**
 * Ends an intent whose effect is there. Write all that follows from it in the same transaction, after this call.
 * @throws LostLease, when this attempt no longer counts: roll back
 */
export async function completeIntent<Table extends IntentTable>(
  tx: ShopTransaction,
  definition: IntentDefinition<Table>,
  row: IntentRow<Table>,
  now: Date,
): Promise<void> {
  if (!(await endIntent(tx, definition, row, "done", now))) throw new LostLease(definition);
}

/**
 * Ends an intent of which certainly nothing was done: its subject is free.
 * @returns false, with nothing changed, when this attempt no longer counts
 */
export async function dropIntent<Table extends IntentTable>(
  tx: ShopTransaction,
  definition: IntentDefinition<Table>,
  row: IntentRow<Table>,
  now: Date,
  error?: unknown,
): Promise<boolean> {
  const isEnded = await endIntent(tx, definition, row, "failed", now);
  if (isEnded) await definition.onDrop?.(tx, row, error);
  return isEnded;
}

async function endIntent<Table extends IntentTable>(
  tx: ShopTransaction,
  definition: IntentDefinition<Table>,
  row: IntentRow<Table>,
  state: "done" | "failed",
  finishedAt: Date,
): Promise<boolean> {
  const table = definition.table as PgTable;
  const { rowCount } = definition.table.state
    ? await tx.update(table).set({ state, finishedAt }).where(isOurs(definition, row))
    : await tx.delete(table).where(isOurs(definition, row));
  return rowCount === 1;
}
