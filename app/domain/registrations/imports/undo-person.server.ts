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
import { patchRow } from "~/core/imports/patch-row.server";
import { customerSubject } from "~/domain/customers/audit.server";
import { mayImport, NO_ACCESS } from "~/domain/customers/imports/access";
import { forgetCustomers } from "~/domain/customers/mirror.server";
import { customerGid, customerNumber } from "~/domain/customers/mirror-row";
import { fieldChanges, importableValues, sideOf } from "~/domain/customers/record-values";
import { writeRecord } from "~/domain/customers/write-record.server";
import { systemClock } from "~/platform/clock";
import { withShop } from "~/platform/db/with-shop.server";
import type { ItemContext, ItemOutcome } from "~/platform/jobs/job.server";
import { customerImportUndone } from "../audit.server";
import { changedSince, hasTag } from "./changed-since.server";
import { isSubscribed, keepOutcome, recordIn, type WrittenPerson, writtenOf } from "./person-row.server";
import { changesOf } from "./plan";
import { findCreated, type PersonImport } from "./write-person.server";

const skipped = (message: string, reason?: string): ItemOutcome => ({ state: "skipped", message, reason });

/**
 * Takes a row back: what stood before is put back where the import's own values still stand; a person whom the import created
 * is deleted if they are as it left them and have ordered nothing. Whoever was changed since is left alone as a whole.
 *
 * Consent to e-mails becomes what the store had before the import, not what the field said: nobody is subscribed who was not.
 * Shopify cannot bring back "never asked", so who had not been asked before stands as unsubscribed. Where the import itself
 * unsubscribed somebody who then did so once more by themselves, the store shows no difference, and they are subscribed again.
 */
export async function undoPerson(
  what: PersonImport,
  row: StoredRow,
  context: ItemContext,
): Promise<ItemOutcome> {
  const written = writtenOf(row);
  if (!written) return skipped("The import wrote nothing here.");
  if (row.customerId === null) {
    // The answer to creating them was lost for good.
    const known = await findCreated(row, context);
    if (!known?.isOurs) return skipped("The import created nobody with this e-mail address.");
    return undoPerson(what, { ...row, customerId: customerNumber(known.customer.id) }, context);
  }
  const api = liveAdminApi(row.shop);
  const call = { priority: "bulk", signal: context.signal } as const;
  const asked = { id: customerGid(row.customerId), keys: MIRRORED_METAFIELDS };
  const { customer } = await api.run(customerBeforeUndo, asked, call);
  if (!customer) {
    if (!written.created) return skipped("The store has this customer no more.");
    await forget(what, row, context);
    return { state: "done", message: "Deleted" };
  }
  if (!mayImport(context.administrator, customer.tags)) return skipped(NO_ACCESS);
  const since = await changedSince(customer, row, written);
  if (since.length > 0)
    return skipped(
      `Somebody changed this person since: ${since.join("; ")}. Nothing was taken back.`,
      "changed since",
    );
  if (!written.created) return putBack(what, row, context, customer, written);
  if (Number(customer.numberOfOrders) > 0 || !customer.canDelete)
    return skipped("This person has ordered in the meantime, or cannot be deleted, and was kept.");
  if (customer.mark?.value !== `${row.runId}:${row.number}`)
    return skipped("This person does not carry the import's mark any more, and was kept.");
  const { customerDelete: answer } = await api.run(customerDelete, { id: customer.id }, call);
  const errors = answer?.userErrors.filter(({ message }) => !/can't be found/.test(message));
  refuseUserErrors("delete the customer", errors && { userErrors: errors });
  await forget(what, row, context);
  return { state: "done", message: "Deleted" };
}

async function putBack(
  { kind }: PersonImport,
  row: StoredRow,
  context: ItemContext,
  customer: CustomerWithMetafields,
  written: WrittenPerson,
): Promise<ItemOutcome> {
  const before = Object.fromEntries(written.fields.map((change) => [change.name, change.before]));
  const fields = fieldChanges(customer.tags, importableValues(recordIn(customer)), before);
  const removeTags = written.addTags.filter((tag) => hasTag(customer, tag));
  const { subscribed } = written;
  const isConsentAsBefore = subscribed === undefined || subscribed === isSubscribed(customer);
  if (fields.length === 0 && removeTags.length === 0 && isConsentAsBefore) {
    await withShop(row.shop, (tx) => patchRow(tx, row, { outcome: "undone" }));
    return skipped("It was as before already.");
  }
  const tools = {
    adminApi: liveAdminApi(row.shop),
    clock: systemClock,
    call: { priority: "bulk", signal: context.signal } as const,
  };
  const after = await writeRecord(tools, customer, { fields, removeTags, subscribed });
  const changes = changesOf({ fields, addTags: [] });
  const tags = { Tags: removeTags.join(", ") };
  await keepOutcome(
    row,
    after,
    context,
    { outcome: "undone" },
    {
      action: customerImportUndone,
      before: { ...sideOf(changes, "before"), ...(removeTags.length > 0 && tags) },
      after: sideOf(changes, "after"),
      flag: kind.flag,
    },
  );
  return { state: "done", message: "Put back" };
}

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
