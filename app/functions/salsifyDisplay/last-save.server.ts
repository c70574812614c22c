import { and, desc, eq } from "drizzle-orm";
import { auditEntries } from "~/core/audit/tables.server";
import { withShop } from "~/platform/db/with-shop.server";
import { type DisplayNamesSide, displayNamesSubject } from "./audit.server";
import type { DisplayNames } from "./contract";
import { LIST_ID } from "./display-names";

/** Who saved the list with this digest, and what they changed. Null when Backroom's last save was of another list. */
export async function readLastSave(shop: string, digest: string | null): Promise<DisplayNames["lastSave"]> {
  const [entry] = await withShop(shop, (tx) =>
    tx
      .select()
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.shop, shop),
          eq(auditEntries.subjectType, displayNamesSubject.name),
          eq(auditEntries.subjectId, LIST_ID),
        ),
      )
      .orderBy(desc(auditEntries.id))
      .limit(1),
  );
  const before = entry?.before as DisplayNamesSide | null | undefined;
  const after = entry?.after as (DisplayNamesSide & { digest: string }) | null | undefined;
  if (!entry || !before || !after || after.digest !== digest) return null;
  return {
    by: { id: entry.actorId, name: entry.actorName },
    at: entry.at.toISOString(),
    changes: Object.entries(after.names).map(([key, value]) => ({
      key,
      before: before.names[key] ?? "",
      after: value,
    })),
  };
}
