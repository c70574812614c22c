import { and, eq, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { leaseFromNow } from "./lease.server";
import {
  isAbandoned,
  isOurs,
  isReopenable,
  isSameRow,
  type NewOperation,
  nextAttempt,
  type OperationKind,
  type OperationRow,
  type OperationTable,
  openState,
} from "./operation-kind.server";

/** Another operation on the same subject is open. It may succeed later. */
export class Busy extends Refusal {
  constructor({ busyMessage }: { busyMessage: string }) {
    super(409, "CONFLICT", busyMessage);
  }
}

/** Another attempt has taken the operation over, or may have: this one must change nothing any longer. */
export class LostLease extends Refusal {
  constructor({ lostMessage }: { lostMessage: string }) {
    super(409, "CONFLICT", lostMessage);
  }
}

/**
 * Writes the intent row before anything is changed outside. The table's unique index makes the row the lock on its subject.
 * @param isClaimed false for an operation that is left to the finishing task: its lease has expired already
 * @throws 409 while another operation on the subject is open
 */
export async function openOperation<Table extends OperationTable>(
  tx: ShopTransaction,
  kind: OperationKind<Table>,
  values: NewOperation<Table>,
  { isClaimed = true }: { isClaimed?: boolean } = {},
): Promise<OperationRow<Table>> {
  const leaseUntil = isClaimed ? leaseFromNow() : sql`clock_timestamp()`;
  const [opened] = await tx
    .insert(kind.table as PgTable)
    .values({ ...values, ...openState(kind), attempt: nextAttempt(kind), leaseUntil })
    .onConflictDoNothing()
    .returning();
  if (!opened) throw new Busy(kind);
  return opened as OperationRow<Table>;
}

/**
 * Opens an operation again that failed or is open, as a new attempt: the earlier attempt can then no longer end it.
 * @param set what changes of the row
 * @throws 409 while another operation on the subject is open, or when another attempt was first
 */
export async function reopenOperation<Table extends OperationTable>(
  tx: ShopTransaction,
  kind: OperationKind<Table>,
  row: OperationRow<Table>,
  set: Partial<NewOperation<Table>>,
): Promise<OperationRow<Table>> {
  const [opened] = await tx
    .update(kind.table as PgTable)
    .set({
      ...set,
      ...openState(kind),
      finishedAt: null,
      attempt: nextAttempt(kind, row),
      leaseUntil: leaseFromNow(),
    })
    .where(and(isSameRow(kind, row), eq(kind.table.attempt, row.attempt), isReopenable(kind)))
    .returning()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Busy(kind) : error;
    });
  if (!opened) throw new Busy(kind);
  return opened as OperationRow<Table>;
}

/** Takes an abandoned operation over. @returns undefined when another process did, or when it has ended */
export async function claimOperation<Table extends OperationTable>(
  tx: ShopTransaction,
  kind: OperationKind<Table>,
  row: OperationRow<Table>,
): Promise<OperationRow<Table> | undefined> {
  const [claimed] = await tx
    .update(kind.table as PgTable)
    .set({ attempt: nextAttempt(kind, row), leaseUntil: leaseFromNow() })
    .where(and(isOurs(kind, row), isAbandoned(kind)))
    .returning();
  return claimed as OperationRow<Table> | undefined;
}

/** Operations that are open and whose lease has expired, oldest first. */
export async function findAbandoned<Table extends OperationTable>(
  tx: ShopTransaction,
  kind: OperationKind<Table>,
  shop: string,
  where?: SQL,
): Promise<OperationRow<Table>[]> {
  const rows = await tx
    .select()
    .from(kind.table as PgTable)
    .where(and(eq(kind.table.shop, shop), isAbandoned(kind), where))
    .orderBy(kind.table.startedAt);
  return rows as OperationRow<Table>[];
}

/** In SQL: whether the row of `shops` has operations that are open and whose lease has expired. */
export function isAnyAbandoned({ table }: Pick<OperationKind<OperationTable>, "table">): string {
  const isOpen = table.state ? `open.${table.state.name} = 'started' AND ` : "";
  return `EXISTS (SELECT FROM ${getTableName(table)} AS open
    WHERE open.shop = shops.shop AND ${isOpen}open.${table.leaseUntil.name} < clock_timestamp())`;
}

/** Extends the lease. @returns false when the operation belongs to another attempt, or has ended */
export const renewOperation = <Table extends OperationTable>(
  kind: OperationKind<Table>,
  row: OperationRow<Table>,
): Promise<boolean> => withShop(row.shop, (tx) => setLease(tx, kind, row, leaseFromNow()));

/** Ends the lease and leaves the operation open: the next process to look claims it. */
export const releaseOperation = <Table extends OperationTable>(
  tx: ShopTransaction,
  kind: OperationKind<Table>,
  row: OperationRow<Table>,
): Promise<boolean> => setLease(tx, kind, row, sql`clock_timestamp()`);

async function setLease<Table extends OperationTable>(
  tx: ShopTransaction,
  kind: OperationKind<Table>,
  row: OperationRow<Table>,
  leaseUntil: SQL,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(kind.table as PgTable)
    .set({ leaseUntil })
    .where(isOurs(kind, row));
  return rowCount === 1;
}

/** Whether the operation is open and belongs to this attempt. */
export const isHeld = async <Table extends OperationTable>(
  kind: OperationKind<Table>,
  row: OperationRow<Table>,
): Promise<boolean> => (await withShop(row.shop, (tx) => tx.$count(kind.table, isOurs(kind, row)))) > 0;

/**
 * Ends an operation whose effect is there. Write all that follows from it in the same transaction, after this call.
 * @throws LostLease, when this attempt no longer counts: roll back
 */
export async function completeOperation<Table extends OperationTable>(
  tx: ShopTransaction,
  kind: OperationKind<Table>,
  row: OperationRow<Table>,
  now: Date,
): Promise<void> {
  if (!(await endOperation(tx, kind, row, "done", now))) throw new LostLease(kind);
}

/**
 * Ends an operation of which certainly nothing was done: its subject is free.
 * @returns false, with nothing changed, when this attempt no longer counts
 */
export async function dropOperation<Table extends OperationTable>(
  tx: ShopTransaction,
  kind: OperationKind<Table>,
  row: OperationRow<Table>,
  now: Date,
  error?: unknown,
): Promise<boolean> {
  const isEnded = await endOperation(tx, kind, row, "failed", now);
  if (isEnded) await kind.onDrop?.(tx, row, error);
  return isEnded;
}

async function endOperation<Table extends OperationTable>(
  tx: ShopTransaction,
  kind: OperationKind<Table>,
  row: OperationRow<Table>,
  state: "done" | "failed",
  finishedAt: Date,
): Promise<boolean> {
  const table = kind.table as PgTable;
  const { rowCount } = kind.table.state
    ? await tx.update(table).set({ state, finishedAt }).where(isOurs(kind, row))
    : await tx.delete(table).where(isOurs(kind, row));
  return rowCount === 1;
}
