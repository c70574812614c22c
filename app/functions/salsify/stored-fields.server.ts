import { and, eq } from "drizzle-orm";
import { auditAction } from "~/core/audit/audit-action.server";
import { auditSubject } from "~/core/audit/audit-subject.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { salsifyFieldsList } from "./fields";
import { monitoredMetafields } from "./tables.server";

/** The configuration as a whole: a shop has one. */
export const monitoredFieldsSubject = auditSubject("monitoredFields", {
  id: { type: "text", pattern: "." },
  nameless: "Monitored metafields",
  urlOf: () => "/salsify",
});

/** What changed, by metafield: "monitored, delimiter “;”". */
type FieldsSide = Record<string, string>;

export const monitoredFieldsChanged = auditAction<FieldsSide, FieldsSide>(
  "monitored metafields.changed",
  "Changed which metafields are monitored",
  {
    describe: (before, after) =>
      Object.entries(after).map(([field, state]) => ({ field, before: before[field] ?? "", after: state })),
  },
);

/** What is stored of a metafield. */
export interface StoredField {
  field: string;
  active: boolean;
  delimiter: string;
}

/** A change of the configuration and the end of a report take turns: both decide which values are stored. */
export async function lockFields(tx: ShopTransaction, shop: string): Promise<void> {
  await tx.$client.query("SELECT pg_advisory_xact_lock(hashtext($1))", [`monitored metafields ${shop}`]);
}

export const COLUMNS = {
  field: monitoredMetafields.field,
  active: monitoredMetafields.active,
  delimiter: monitoredMetafields.delimiter,
};

/** Every metafield that is monitored, or was, or has a delimiter. */
export const readStoredFields = (tx: ShopTransaction, shop: string): Promise<StoredField[]> =>
  tx.select(COLUMNS).from(monitoredMetafields).where(eq(monitoredMetafields.shop, shop));

/** The metafields that are monitored, in the order of their keys. */
export async function readActiveFields(tx: ShopTransaction, shop: string): Promise<StoredField[]> {
  const rows = await tx
    .select(COLUMNS)
    .from(monitoredMetafields)
    .where(and(eq(monitoredMetafields.shop, shop), monitoredMetafields.active));
  return rows.sort(byField);
}

// Not by the machine's language: columns and rows have the same order everywhere.
export const byField = (a: { field: string }, b: { field: string }): number =>
  a.field < b.field ? -1 : a.field > b.field ? 1 : 0;

/** Records a change of the configuration in its transaction. */
export async function recordFieldsChange(
  tx: ShopTransaction,
  { shop, administrator }: CallContext,
  changes: readonly { before: StoredField; after: StoredField }[],
): Promise<void> {
  await recordAudit(tx, shop.domain, monitoredFieldsChanged, {
    actor: administrator,
    subject: { type: monitoredFieldsSubject, id: "all" },
    before: Object.fromEntries(changes.map(({ before }) => [before.field, inWords(before)])),
    after: Object.fromEntries(changes.map(({ after }) => [after.field, inWords(after)])),
    flag: "showSalsify",
  });
}

export const inWords = ({ active, delimiter }: StoredField): string =>
  `${active ? "monitored" : "not monitored"}${delimiter && `, delimiter “${delimiter}”`}`;

/** Open pages load the grid again. */
export const publishFields = (shop: string): void =>
  publishChange(shop, "showSalsify", { list: salsifyFieldsList.name });
