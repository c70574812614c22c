import type { CustomerWithMetafields } from "~/connectors/shopify/operations/customers";
import type { CallOptions } from "~/connectors/shopify/port";
import type { AuditAction } from "~/core/audit/audit-action.server";
import { type AuditEntry, recordAudit } from "~/core/audit/record-audit.server";
import { patchRow, type RowPatch, type StoredRow } from "~/core/imports/import-definition.server";
import type { ImportForm } from "~/core/imports/import-form";
import { normalEmail } from "~/core/imports/read-cell";
import { customerSubject } from "~/domain/customers/audit.server";
import { TAGGED_FIELDS } from "~/domain/customers/edit-fields";
import { withEditLock } from "~/domain/customers/edits/with-edit-lock.server";
import { mirrorCustomers } from "~/domain/customers/mirror.server";
import { metafieldsByName, mirrorRowOf } from "~/domain/customers/mirror-row";
import type { FieldChange, PersonRecord } from "~/domain/customers/record-values";
import type { Flag } from "~/platform/auth/permission";
import { withShop } from "~/platform/db/with-shop.server";
import type { ItemContext } from "~/platform/jobs/job.server";

/** The planned changes of a person, stored with the row before they are written. */
export interface WrittenPerson {
  created: boolean;
  fields: FieldChange[];
  addTags: string[];
  /** Tags that the change of a field removes beside that of its earlier value. */
  furtherTags?: string[];
  /** For an existing person whose consent changes: whether they were subscribed to emails in the store before. */
  subscribed?: boolean;
}

/** The planned changes of a row, or null before the job reaches it. */
export const writtenOf = (row: Pick<StoredRow, "written">): WrittenPerson | null =>
  row.written as WrittenPerson | null;

/** Whether a customer still has a row's email address, which may move to another customer during the check. */
export const hasAddress = (customer: CustomerWithMetafields, identity: string | null): boolean =>
  normalEmail(customer.defaultEmailAddress?.emailAddress ?? "") === identity;

/** Whether a customer is subscribed to emails in the store. */
export const isSubscribed = (customer: CustomerWithMetafields): boolean =>
  customer.defaultEmailAddress?.marketingState === "SUBSCRIBED";

/** A customer of the store in the words of a plan. */
export const recordIn = (customer: CustomerWithMetafields): PersonRecord => ({
  firstName: customer.firstName,
  lastName: customer.lastName,
  tags: customer.tags,
  metafields: metafieldsByName(customer),
  countryCode: customer.defaultAddress?.countryCodeV2,
  isSubscribed: isSubscribed(customer),
});

/** Fields by their headings. */
type Fields = Record<string, string>;

/** Stores the current customer, the row's outcome and the audit entry in one transaction. */
export async function storeOutcome(
  row: StoredRow,
  customer: CustomerWithMetafields,
  context: ItemContext,
  patch: RowPatch,
  {
    action,
    ...audit
  }: Pick<AuditEntry<Fields, Fields>, "before" | "after"> & {
    action: AuditAction<Fields, Fields>;
    flag: Flag;
  },
): Promise<number> {
  const mirrored = mirrorRowOf(customer);
  await withShop(row.shop, async (tx) => {
    // A crash that loses this commit also loses the item's later one, so the row runs again.
    await tx.$client.query("SET LOCAL synchronous_commit = off");
    await patchRow(tx, row, { ...patch, customerId: mirrored.id });
    await recordAudit(tx, row.shop, action, {
      ...audit,
      actor: context.administrator,
      subject: { type: customerSubject, id: String(mirrored.id) },
      jobId: context.jobId,
    });
    // Last, because all writers of the mirror wait for each other until they commit.
    await mirrorCustomers(tx, row.shop, [mirrored]);
  });
  return mirrored.id;
}

/** What a row is worked on with. */
export interface RowContext extends ItemContext {
  /** Of the changes of a customer whose record is locked. */
  beforeSending?: CallOptions["beforeSending"];
}

/**
 * Works on a row under the lock of edits when it changes a field that is also a tag of a customer.
 * @param work must read the customer itself
 */
export function withPersonLock<Result>(
  { flag }: Pick<ImportForm, "flag">,
  row: StoredRow,
  context: ItemContext,
  work: (context: RowContext) => Promise<Result>,
): Promise<Result> {
  const { shop, customerId, changes } = row;
  const names = [
    ...changes.map(({ field }) => field),
    ...(writtenOf(row)?.fields ?? []).map(({ name }) => name),
  ];
  if (customerId === null || !names.some((name) => name in TAGGED_FIELDS)) return work(context);
  const lock = { shop, customerId, actor: context.administrator, flag, signal: context.signal };
  return withEditLock(lock, (beforeSending) => work({ ...context, beforeSending }));
}
