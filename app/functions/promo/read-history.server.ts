import { and, desc, eq } from "drizzle-orm";
import { describeChanges } from "~/core/audit/describe-changes.server";
import { auditEntries } from "~/core/audit/tables.server";
import type { CallContext } from "~/core/context.server";
import { submissionSubject } from "~/domain/submissions/audit.server";
import { withShop } from "~/platform/db/with-shop.server";

const MAX_ENTRIES = 200;

/** What happened to a submission, newest first: its latest entries in the audit log, and whether it has earlier ones. */
export async function readHistory({ shop, declarations }: CallContext, id: number) {
  const entries = await withShop(shop.domain, (tx) =>
    tx
      .select()
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.shop, shop.domain),
          eq(auditEntries.subjectType, submissionSubject.name),
          eq(auditEntries.subjectId, String(id)),
        ),
      )
      .orderBy(desc(auditEntries.id))
      .limit(MAX_ENTRIES + 1),
  );
  const wording = {
    menuNameOf: (flag: string) => flag,
    switchTitleOf: () => undefined,
    timeZone: shop.timeZone,
  };
  const list = entries.slice(0, MAX_ENTRIES).map((entry) => {
    const action = declarations.auditActions.get(entry.action);
    return {
      id: String(entry.id),
      who: entry.actorName,
      what: action?.label ?? entry.action,
      changes: describeChanges(action, entry.before, entry.after, wording),
      at: entry.at.toISOString(),
    };
  });
  return { list, hasMore: entries.length > MAX_ENTRIES };
}
