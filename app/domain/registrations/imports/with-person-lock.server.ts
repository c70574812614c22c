import type { CallOptions } from "~/connectors/shopify/port";
import type { StoredRow } from "~/core/imports/import-handler.server";
import type { ImportKind } from "~/core/imports/import-kind";
import { TAGGED_FIELDS } from "~/domain/customers/edit-fields";
import { withEditLock } from "~/domain/customers/edits/with-edit-lock.server";
import type { ItemContext } from "~/platform/jobs/job.server";
import { writtenOf } from "./person-row.server";

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
  { flag }: Pick<ImportKind, "flag">,
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
