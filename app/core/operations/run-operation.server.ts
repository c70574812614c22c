import type { Clock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { requestTask } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { type Lease, renewLease } from "./lease.server";
import type { OperationKind, OperationRow, OperationTable } from "./operation-kind.server";
import {
  claimOperation,
  dropOperation,
  isHeld,
  LostLease,
  releaseOperation,
  renewOperation,
} from "./operations.server";

/** A request whose answer was lost may still take effect for this long (milliseconds). */
const LOOK_AFTER_MS = 5_000;

/**
 * Works on an operation under its lease, right after it was opened or claimed. The work calls `lease.assertHeld` before each
 * change outside, and ends with `completeOperation`. An error that proves that nothing was done drops the operation. After any
 * other error the outcome isn't known: the operation stays open and is looked up soon, or when its lease has expired.
 * @throws LostLease, and what the work throws
 */
export async function runOperation<Table extends OperationTable, Result>(
  kind: OperationKind<Table>,
  row: OperationRow<Table>,
  clock: Clock,
  work: (lease: Lease) => Promise<Result>,
): Promise<Result> {
  const lease = leaseOf(kind, row);
  try {
    return await work(lease);
  } catch (error) {
    if (error instanceof LostLease) throw error;
    if (kind.isUndone(error))
      await withShop(row.shop, (tx) => dropOperation(tx, kind, row, clock.now(), error));
    else if (!kind.keepsLease) await leaveOpen(kind, row);
    throw error;
  } finally {
    lease.end();
  }
}

/**
 * Finishes an abandoned operation, unless another process does. After an error it stays open, and the task's schedule takes it
 * up again.
 * @param settle looks at the outside world, and completes or drops the operation
 * @returns undefined when another process has it
 */
export async function finishOperation<Table extends OperationTable, Result>(
  kind: OperationKind<Table>,
  abandoned: OperationRow<Table>,
  settle: (row: OperationRow<Table>, lease: Lease) => Promise<Result>,
): Promise<Result | undefined> {
  const { shop } = abandoned;
  const row = await withShop(shop, (tx) => claimOperation(tx, kind, abandoned));
  if (!row) return undefined;
  const lease = leaseOf(kind, row);
  try {
    return await settle(row, lease);
  } catch (error) {
    if (error instanceof LostLease) return undefined;
    await withShop(shop, (tx) => releaseOperation(tx, kind, row));
    throw error;
  } finally {
    lease.end();
  }
}

const leaseOf = <Table extends OperationTable>(kind: OperationKind<Table>, row: OperationRow<Table>): Lease =>
  renewLease({
    renew: () => renewOperation(kind, row),
    isOurs: () => isHeld(kind, row),
    lost: () => new LostLease(kind),
  });

async function leaveOpen<Table extends OperationTable>(
  kind: OperationKind<Table>,
  row: OperationRow<Table>,
): Promise<void> {
  const { shop } = row;
  const startAfter = new Date(Date.now() + LOOK_AFTER_MS);
  await withShop(shop, async (tx) => {
    await releaseOperation(tx, kind, row);
    await requestTask({ name: kind.finishTask }, shop, { tx, startAfter });
  }).catch((error: unknown) =>
    // Without the database, the lease expires by itself, and the task runs every minute.
    log.warn({ shop, ...keyOf(kind, row), err: error }, `an open ${kind.noun} waits for its lease to expire`),
  );
}

/** For the log. */
export const keyOf = <Table extends OperationTable>(
  { key }: OperationKind<Table>,
  row: OperationRow<Table>,
): Record<string, unknown> => Object.fromEntries(key.map((name) => [name, row[name]]));
