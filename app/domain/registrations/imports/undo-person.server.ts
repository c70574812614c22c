import { liveAdminApi } from "~/connectors/shopify/live.server";
import {
  type CustomerWithMetafields,
  customerBeforeUndo,
  customerDelete,
  MIRRORED_METAFIELDS,
} from "~/connectors/shopify/operations/customers";
import { refuseUserErrors } from "~/connectors/shopify/user-errors";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { StoredRow } from "~/core/imports/import-handler.server";
import { patchRow } from "~/core/imports/patch-rows.server";
import { customerSubject } from "~/domain/customers/audit.server";
import { mayImport, NO_ACCESS } from "~/domain/customers/imports/same-value";
import { forgetCustomers } from "~/domain/customers/mirror.server";
import { customerGid, customerNumber } from "~/domain/customers/mirror-row";
import { fieldChanges, importableValues, sideOf } from "~/domain/customers/record-values";
import { writeRecord } from "~/domain/customers/write-record.server";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import type { ItemContext, ItemOutcome } from "~/platform/jobs/job.server";
import { customerImportUndone } from "../audit.server";
import { changedSince, hasTag } from "./changed-since.server";
import { isSubscribed, recordIn, storeOutcome, type WrittenPerson, writtenOf } from "./person-row.server";
import { changesOf } from "./plan";
import { type RowContext, withPersonLock } from "./with-person-lock.server";
import { findCreated, type PersonImport } from "./write-person.server";

const skipped = (message: string, reason?: string): ItemOutcome => ({ state: "skipped", message, reason });

/**
 * Undoes a row: restores the values before the import. A person that the import created is deleted if they are unchanged and have no
 * orders. A person who was changed since is skipped as a whole.
 *
 * The email consent becomes what the store had before the import, not the field's earlier text, so that no person is subscribed who
 * wasn't before. Shopify can't restore "never asked", so those people become unsubscribed. If the import unsubscribed a customer who
 * then unsubscribed again themselves, the store shows no difference, and they are subscribed again.
 */
export async function undoPerson(
  what: PersonImport,
  row: StoredRow,
  context: ItemContext,
): Promise<ItemOutcome> {
  const written = writtenOf(row);
  if (!written) return skipped("The import wrote nothing here.");
  // The process died after the row's outcome was stored, and before the job's.
  if (row.outcome === "undone") return { state: "done", message: written.created ? "Deleted" : "Restored" };
  if (row.customerId === null) {
    // The answer to creating them was lost for good.
    const created = await findCreated(row, context);
    if (!created?.isOurs)
      return { state: "done", message: "The import created no customer with this email address." };
    return undoPerson(what, { ...row, customerId: customerNumber(created.customer.id) }, context);
  }
  const customerId = row.customerId;
  return withPersonLock(what.kind, row, context, (locked) =>
    undoWritten(what, { ...row, customerId }, locked, written),
  );
}

async function undoWritten(
  what: PersonImport,
  row: StoredRow & { customerId: number },
  context: RowContext,
  written: WrittenPerson,
): Promise<ItemOutcome> {
  const api = liveAdminApi(row.shop);
  const call = { priority: "bulk", signal: context.signal } as const;
  const variables = { id: customerGid(row.customerId), keys: MIRRORED_METAFIELDS };
  const { customer } = await api.run(customerBeforeUndo, variables, call);
  if (!customer) {
    if (!written.created) return { state: "done", message: "This customer no longer exists." };
    await forget(what, row, context);
    return { state: "done", message: "Deleted" };
  }
  if (!mayImport(context.administrator, customer.tags)) return skipped(NO_ACCESS);
  const since = await changedSince(customer, row, written);
  if (since.length > 0)
    return skipped(
      `This person was changed since: ${since.join("; ")}. Nothing was undone.`,
      "changed since",
    );
  if (!written.created) return restore(what, row, context, customer, written);
  if (Number(customer.numberOfOrders) > 0 || !customer.canDelete)
    return skipped("This person has ordered in the meantime, or can't be deleted, and was kept.");
  if (customer.mark?.value !== `${row.runId}:${row.number}`)
    return skipped("This person no longer has the import's marker and was kept.");
  const { beforeSending } = context;
  const { customerDelete: answer } = await api.run(
    customerDelete,
    { id: customer.id },
    { ...call, beforeSending },
  );
  const errors = answer?.userErrors.filter(({ message }) => !/can't be found/.test(message));
  refuseUserErrors("delete the customer", errors && { userErrors: errors });
  await forget(what, row, context);
  return { state: "done", message: "Deleted" };
}

async function restore(
  { kind }: PersonImport,
  row: StoredRow,
  context: RowContext,
  customer: CustomerWithMetafields,
  written: WrittenPerson,
): Promise<ItemOutcome> {
  const before = Object.fromEntries(written.fields.map((change) => [change.name, change.before]));
  const fields = fieldChanges(customer.tags, importableValues(recordIn(customer)), before);
  const removeTags = written.addTags.filter((tag) => hasTag(customer, tag));
  const { subscribed, furtherTags = [] } = written;
  const missingTags = furtherTags.filter((tag) => !hasTag(customer, tag));
  const areTagsAsBefore = removeTags.length === 0 && missingTags.length === 0;
  const isConsentAsBefore = subscribed === undefined || subscribed === isSubscribed(customer);
  if (fields.length === 0 && areTagsAsBefore && isConsentAsBefore) {
    await withShop(row.shop, (tx) => patchRow(tx, row, { outcome: "undone" }));
    return { state: "done", message: "It was as before already." };
  }
  const tools = {
    adminApi: liveAdminApi(row.shop),
    clock: systemClock,
    call: { priority: "bulk", signal: context.signal, beforeSending: context.beforeSending } as const,
  };
  const after = await writeRecord(tools, customer, { fields, addTags: furtherTags, removeTags, subscribed });
  const changes = changesOf({ fields, addTags: [] });
  await storeOutcome(
    row,
    after,
    context,
    { outcome: "undone" },
    {
      action: customerImportUndone,
      before: { ...sideOf(changes, "before"), ...tagsSide(removeTags) },
      after: { ...sideOf(changes, "after"), ...tagsSide(missingTags) },
      flag: kind.flag,
    },
  );
  return { state: "done", message: "Restored" };
}

const tagsSide = (tags: readonly string[]): Record<string, string> =>
  tags.length > 0 ? { Tags: tags.join(", ") } : {};

async function forget({ kind }: PersonImport, row: StoredRow, context: ItemContext): Promise<void> {
  const { shop, customerId } = row;
  if (customerId === null) return;
  await withShop(shop, async (tx) => {
    await forgetCustomers(tx, shop, [customerId]);
    await patchRow(tx, row, { outcome: "undone" });
    await recordAudit(tx, shop, customerImportUndone, {
      actor: context.administrator,
      subject: { type: customerSubject, id: String(customerId) },
      before: { Email: row.identity ?? "", ...sideOf(writtenOf(row)?.fields ?? [], "after") },
      after: {},
      jobId: context.jobId,
      flag: kind.flag,
    });
  });
}
