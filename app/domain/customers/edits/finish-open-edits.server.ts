import { eq } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import {
  type CustomerWithMetafields,
  customerDetail,
  MIRRORED_METAFIELDS,
} from "~/connectors/shopify/operations/customers";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { IntentDefinition } from "~/core/intents/intent-definition.server";
import { completeIntent, dropIntent, findAbandoned } from "~/core/intents/intents.server";
import { finishIntent, finishOpenIntents } from "~/core/intents/run-intent.server";
import { type Clock, systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { customerEdited, customerSubject } from "../audit.server";
import { kindsOf } from "../kinds";
import { customersMirror, mirrorCustomers } from "../mirror.server";
import { customerGid, mirrorRowOf } from "../mirror-row";
import { appliedChanges, changeProgress } from "../pending-changes";
import { publishCustomers } from "../read-tags.server";
import { type FieldChange, sideOf } from "../record-values";
import { writeRecord } from "../write-record.server";
import { recordEdits } from "./tables.server";

/** An edit of a customer's record in progress. */
export type RecordEdit = typeof recordEdits.$inferSelect;

/** Shopify failed before anything of an edit was sent. */
export class NothingSent extends Refusal {
  constructor({ status, code, message }: Refusal) {
    super(status, code, `${message} Nothing was saved.`);
  }
}

/** Edits of customers' records as intents: one at a time per customer. */
export const recordEdit: IntentDefinition<typeof recordEdits> = {
  noun: "edit",
  table: recordEdits,
  key: ["customerId"],
  finishTask: "customers.finish-open-edits",
  busyMessage: "Someone else is saving this customer right now. Try again in a minute.",
  lostMessage: "Saving took too long and was canceled. Look at the customer before you try again.",
  // Refused before anything was written: another change at the same moment, or a value that can't be stored.
  isUndone: (error) => error instanceof NothingSent || (error instanceof Refusal && error.status < 500),
  onDrop: (tx, { shop, customerId }) => customersMirror.markStale(tx, shop, [customerId]),
};

/**
 * Ends an edit in one transaction, with the mirror as Shopify has the customer now and the audit entry.
 * @param changes what is in effect of it
 * @throws LostLease, with nothing written
 */
export async function completeEdit(
  edit: RecordEdit,
  customer: CustomerWithMetafields,
  changes: readonly FieldChange[],
  now: Date,
): Promise<void> {
  const { shop, customerId, flag } = edit;
  await withShop(shop, async (tx) => {
    await completeIntent(tx, recordEdit, edit, now);
    await mirrorCustomers(tx, shop, [mirrorRowOf(customer)]);
    await recordAudit(tx, shop, customerEdited, {
      actor: { id: edit.editedById, name: edit.editedByName },
      subject: { type: customerSubject, id: String(customerId) },
      before: sideOf(changes, "before"),
      after: sideOf(changes, "after"),
      flag,
    });
  });
}

interface FinishTools {
  adminApi: AdminApi;
  clock: Clock;
  call?: CallOptions;
}

/** Finishes edits that were left open. */
export const finishOpenEdits = finishOpenIntents(recordEdit, (abandoned, signal) =>
  finishEdit(
    { adminApi: liveAdminApi(abandoned.shop), clock: systemClock, call: { priority: "bulk", signal } },
    abandoned,
  ),
);

/** @returns what an earlier edit of the customer that was left open has changed, null when there was none */
export async function finishEarlierEdit(
  { shop, ...tools }: FinishTools & { shop: string },
  customerId: number,
): Promise<FieldChange[] | null> {
  const isOfCustomer = eq(recordEdits.customerId, customerId);
  const [abandoned] = await withShop(shop, (tx) => findAbandoned(tx, recordEdit, shop, isOfCustomer));
  return abandoned ? finishEdit(tools, abandoned) : null;
}

/**
 * Finishes an edit that was left open, unless another process does. What was begun is completed. What wasn't is dropped.
 * @returns the changes of it that are in effect now
 * @throws a 502 refusal when Shopify didn't answer. The edit then stays open.
 */
async function finishEdit(tools: FinishTools, abandoned: RecordEdit): Promise<FieldChange[]> {
  const applied = await finishIntent(recordEdit, abandoned, (edit, lease) =>
    settle({ ...tools, call: { ...tools.call, beforeSending: lease.assertHeld } }, edit),
  );
  return applied ?? [];
}

async function settle(tools: FinishTools, edit: RecordEdit): Promise<FieldChange[]> {
  const { shop, customerId } = edit;
  const customer = await readCustomer(tools, customerId);
  const { isBegun, left } = customer ? changeProgress(customer, edit.changes) : { isBegun: false, left: [] };
  if (!customer || !isBegun) {
    await withShop(shop, (tx) => dropIntent(tx, recordEdit, edit, tools.clock.now()));
    return [];
  }
  const after = left.length === 0 ? customer : await writePending(tools, customer, left);
  const applied = appliedChanges(after, edit.changes);
  await completeEdit(edit, after, applied, tools.clock.now());
  publishCustomers(shop, [customerId], kindsOf(after.tags));
  return applied;
}

/** What Shopify refuses with reasons it refuses for good. Then only what is in effect is recorded. */
async function writePending(
  tools: FinishTools,
  customer: Parameters<typeof writeRecord>[1],
  pending: readonly FieldChange[],
) {
  try {
    return await writeRecord(tools, customer, { fields: pending });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "SHOPIFY_REFUSED") throw error;
    return (await readCustomer(tools, Number(customer.id.split("/").pop()))) ?? customer;
  }
}

async function readCustomer({ adminApi, call }: FinishTools, customerId: number) {
  const variables = { id: customerGid(customerId), keys: MIRRORED_METAFIELDS };
  return (await adminApi.run(customerDetail, variables, call)).customer;
}
