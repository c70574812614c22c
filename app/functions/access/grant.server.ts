import { and, desc, eq, sql } from "drizzle-orm";
import { type Grants, grantDifference } from "~/domain/access/grants";
import type { TabLimits } from "~/domain/access/tab-limits";
import type { AuditActions } from "~/domain/audit/actions";
import { recordAudit } from "~/domain/audit/record.server";
import { auditEntries } from "~/domain/audit/tables.server";
import type { Flag } from "~/platform/auth/permission";
import { administrators } from "~/platform/auth/tables.server";
import type { CallContext } from "~/platform/contract/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { publishChange, reconnectPerson } from "~/platform/realtime/publish.server";
import { grantableFlags, menuNameOf } from "../registry";
import type { AdministratorAccess } from "./contract";
import { accessOf } from "./list.server";

/** What an administrator shall be able to open, and the version that this was decided on. */
export interface Grant {
  id: string;
  version: number;
  flags: readonly Flag[];
  tabLimits: TabLimits;
}

/**
 * Sets what an administrator may open. It takes effect with their next request; their windows' live connections are
 * ended, so that they come back with their new rooms.
 * @throws 404 for somebody who never opened the console, 400 for an owner, 409 when somebody else changed it meanwhile.
 */
export async function grantAccess(
  { shop, administrator: actor }: Pick<CallContext, "shop" | "administrator">,
  grant: Grant,
): Promise<{ before: AdministratorAccess; after: AdministratorAccess; changed: boolean }> {
  const outcome = await withShop(shop.domain, async (tx) => {
    const row = await lockAdministrator(tx, shop.domain, grant.id);
    if (row.isOwner) throw badRequest("The account owner may open everything. That cannot be limited.");
    if (row.version !== grant.version) throw await changedMeanwhile(tx, row, grant.version);

    const before: Grants = { flags: row.flags, tabLimits: row.tabLimits };
    const after: Grants = {
      flags: [...keptFlags(row.flags), ...unique(grant.flags)],
      tabLimits: grant.tabLimits,
    };
    if (grantDifference(before, after, menuNameOf).length === 0)
      return { before: row, after: row, changed: false };

    const [changed] = await tx
      .update(administrators)
      .set({
        flags: [...after.flags],
        tabLimits: grant.tabLimits,
        version: sql`${administrators.version} + 1`,
      })
      .where(and(eq(administrators.shop, shop.domain), eq(administrators.id, grant.id)))
      .returning();
    await recordAudit(tx, shop.domain, {
      action: "access.granted",
      actor,
      subject: { type: "administrator", id: grant.id },
      before,
      after,
    });
    return { before: row, after: changed ?? row, changed: true };
  });
  if (outcome.changed) {
    reconnectPerson(shop.domain, grant.id);
    publishChange(shop.domain, "owner", { list: "access" });
  }
  return { ...outcome, before: accessOf(outcome.before), after: accessOf(outcome.after) };
}

type Row = typeof administrators.$inferSelect;

async function lockAdministrator(tx: ShopTransaction, shop: string, id: string): Promise<Row> {
  const [row] = await tx
    .select()
    .from(administrators)
    .where(and(eq(administrators.shop, shop), eq(administrators.id, id)))
    .for("update");
  if (!row)
    throw notFound("The shop has no such administrator. They appear here once they have opened the console.");
  return row;
}

/** Flags of functions that this version does not offer are no business of this page: they stay as they are. */
const keptFlags = (flags: readonly string[]) =>
  flags.filter((flag) => !grantableFlags.some((one) => one === flag));

const unique = (flags: readonly Flag[]) => grantableFlags.filter((flag) => flags.includes(flag));

/** Says who changed what since the version that the refused change was made from. */
async function changedMeanwhile(tx: ShopTransaction, row: Row, version: number) {
  const since = await tx
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.shop, row.shop),
        eq(auditEntries.subjectType, "administrator"),
        eq(auditEntries.subjectId, row.id),
        eq(auditEntries.action, "access.granted"),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(Math.max(1, Math.min(row.version - version, 100)));
  const who = since[0]?.actorName ?? "Somebody else";
  const start = since.at(-1)?.before as AuditActions["access.granted"]["before"] | undefined;
  const changes = grantDifference(start ?? row, row, menuNameOf).map(
    ({ field, after }) => `${field}: ${after}`,
  );
  const what = changes.length > 0 ? changes.join("; ") : "it is as it was before, though";
  return conflict(
    `${who} changed ${row.name}'s access meanwhile: ${what}. Reload the page and decide again.`,
  );
}
