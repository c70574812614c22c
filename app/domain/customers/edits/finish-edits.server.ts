import { liveAdminApi } from "~/connectors/shopify/live.server";
import { customerDetail, MIRRORED_METAFIELDS } from "~/connectors/shopify/operations/customers";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { type Clock, systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { requestTask, type Task } from "~/platform/jobs/task.server";
import { log } from "~/platform/log.server";
import { kindsOf } from "../kinds";
import { standing, standingOf } from "../left-over";
import { customerGid } from "../mirror-row";
import { publishCustomers } from "../publish.server";
import type { FieldChange } from "../record-values";
import { noteStale } from "../refresh.server";
import { writeRecord } from "../write-record.server";
import {
  completeEdit,
  dropEdit,
  holdEdit,
  LostEdit,
  leftEdits,
  letGo,
  type OpenEdit,
  takeOver,
} from "./edit-record.server";

interface FinishTools {
  adminApi: AdminApi;
  clock: Clock;
  call?: CallOptions;
}

/** A request whose answer was lost is given this long to come to rest in the store (milliseconds). */
const LOOK_AFTER_MS = 5_000;

/** Finishes edits that were opened and then left: their process died, or Shopify's answer was lost. */
export const finishOpenEdits: Task = {
  name: "customers.finish-open-edits",
  schedule: "* * * * *",
  async run(shop, signal) {
    const tools: FinishTools = {
      adminApi: liveAdminApi(shop),
      clock: systemClock,
      call: { priority: "bulk", signal },
    };
    for (const left of await leftEdits(shop)) {
      if (signal.aborted) return;
      // One that cannot be finished now must not hold up the others; the next run takes it again.
      await finishEdit(tools, left).catch((error) =>
        log.warn({ shop, customer: left.customerId, err: error }, "an open edit could not be finished yet"),
      );
    }
  },
};

/** Ends an attempt whose outcome is not known: it is looked up soon. */
export async function leaveOpen(edit: OpenEdit): Promise<void> {
  const { shop, customerId } = edit;
  await letGo(edit)
    .then(() => requestTask(finishOpenEdits, shop, { startAfter: new Date(Date.now() + LOOK_AFTER_MS) }))
    // Should the database refuse as well, the lease runs out by itself, and the task comes every minute.
    .catch((failed) =>
      log.warn({ shop, customer: customerId, err: failed }, "an open edit waits for its lease to run out"),
    );
}

/**
 * Finishes an edit that was left open, unless somebody else does: what was begun is completed, of what was not nothing is done.
 * @returns the changes that stand by it now
 * @throws a 502 refusal when Shopify could not be asked; the edit then stays open
 */
export async function finishEdit(tools: FinishTools, left: OpenEdit): Promise<FieldChange[]> {
  const edit = await takeOver(left);
  if (!edit) return [];
  const lease = holdEdit(edit);
  try {
    const fenced = { ...tools, call: { ...tools.call, beforeSending: lease.assertHeld } };
    return await settle(fenced, edit);
  } catch (error) {
    if (error instanceof LostEdit) return [];
    // The task's own schedule takes it up again.
    await letGo(edit);
    throw error;
  } finally {
    lease.end();
  }
}

async function settle(tools: FinishTools, edit: OpenEdit): Promise<FieldChange[]> {
  const { shop, customerId } = edit;
  const customer = await readStore(tools, customerId);
  const { isBegun, left } = customer ? standingOf(customer, edit.changes) : { isBegun: false, left: [] };
  if (!customer || !isBegun) {
    await withShop(shop, (tx) => noteStale(tx, shop, [customerId]));
    await dropEdit(edit);
    return [];
  }
  const after = left.length === 0 ? customer : await writeLeft(tools, customer, left);
  const stands = standing(after, edit.changes);
  await completeEdit(edit, after, stands);
  publishCustomers(shop, [customerId], kindsOf(after.tags));
  return stands;
}

/** What Shopify refuses with reasons of its own it refuses for good: then what stands is all that is written down. */
async function writeLeft(
  tools: FinishTools,
  customer: Parameters<typeof writeRecord>[1],
  left: readonly FieldChange[],
) {
  try {
    return await writeRecord(tools, customer, { fields: left });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "SHOPIFY_REFUSED") throw error;
    return (await readStore(tools, Number(customer.id.split("/").pop()))) ?? customer;
  }
}

async function readStore({ adminApi, call }: FinishTools, customerId: number) {
  const asked = { id: customerGid(customerId), keys: MIRRORED_METAFIELDS };
  return (await adminApi.run(customerDetail, asked, call)).customer;
}
