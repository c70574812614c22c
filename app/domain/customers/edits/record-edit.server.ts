import type { CustomerWithMetafields } from "~/connectors/shopify/operations/customers";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { OperationKind } from "~/core/operations/operation-kind.server";
import { completeOperation } from "~/core/operations/operations.server";
import { withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { customerEdited, customerSubject } from "../audit.server";
import { customersMirror, mirrorCustomers } from "../mirror.server";
import { mirrorRowOf } from "../mirror-row";
import { type FieldChange, sideOf } from "../record-values";
import { recordEdits } from "./tables.server";

/** An edit of a customer's record in progress. */
export type RecordEdit = typeof recordEdits.$inferSelect;

/** Shopify failed before anything of an edit was sent. */
export class NothingSent extends Refusal {
  constructor({ status, code, message }: Refusal) {
    super(status, code, `${message} Nothing was saved.`);
  }
}

/** Edits of customers' records as operations: one at a time per customer. */
export const recordEdit: OperationKind<typeof recordEdits> = {
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
    await completeOperation(tx, recordEdit, edit, now);
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
