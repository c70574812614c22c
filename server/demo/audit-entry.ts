import type { AuditAction } from "~/core/audit/audit-action.server";
import type { AuditSubject } from "~/core/audit/audit-subject.server";
import type { auditEntries } from "~/core/audit/tables.server";
import type { Flag } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { DemoShop } from "./chapter.ts";

export type Entry = typeof auditEntries.$inferInsert;
type Actor = { id: string; name: string };

export const VISITOR: Actor = { id: "visitor", name: "A customer" };

/** An entry of the log about one record. */
export function entryOf<Before, After>(
  { domain }: DemoShop,
  action: AuditAction<Before, After>,
  subject: Pick<AuditSubject, "kind" | "name">,
  one: { id: string; at: Date; by: Actor; flag: Flag; before: NoInfer<Before>; after: NoInfer<After> },
): Entry {
  const { id, at, by, flag, before, after } = one;
  return {
    shop: domain,
    at,
    actorId: by.id,
    actorName: by.name,
    action: action.name,
    subjectType: subject.name,
    subjectId: id,
    before,
    after,
    flag,
  };
}

/** @param text a query whose only value is the shop */
export async function rowsOf<Row extends object>(
  tx: ShopTransaction,
  { domain }: DemoShop,
  text: string,
): Promise<Row[]> {
  return (await tx.$client.query<Row>(text, [domain])).rows;
}
