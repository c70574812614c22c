import { and, asc, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { accessChanges } from "~/core/access/people-with.server";
import { limitedFunctions } from "~/core/access/tab-limits";
import { auditAction, type NamedChange } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { administratorSubject } from "~/core/audit/subjects.server";
import { auditEntries } from "~/core/audit/tables.server";
import type { CallContext } from "~/core/context.server";
import { assertOneOf, declaredName, grantableFlags, menuNameOf } from "~/core/declared-name";
import type { FunctionEntry } from "~/core/function-entry";
import type { Flag } from "~/platform/auth/permission";
import { administrators } from "~/platform/auth/tables.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { publishChange, reconnectPerson } from "~/platform/realtime/publish.server";

/** An administrator's new access, and the version that the change was made from. */
interface Grant {
  id: string;
  version: number;
  flags: readonly Flag[];
  tabLimits: TabLimits;
}

/**
 * Sets an administrator's access, and releases the work that they may no longer do. It takes effect with their next request. Their live connections are closed, so that they
 * reconnect with their new rooms.
 * @throws 404 for an administrator who never opened Backroom, 400 for an owner or an unknown tab, 409 for a stale version.
 */
export async function grantAccess(
  { shop, administrator: actor, declarations: { functions } }: Omit<CallContext, "clock">,
  grant: Grant,
): Promise<{ before: AdministratorAccess; after: AdministratorAccess; changed: boolean; effects: string[] }> {
  const outcome = await withShop(shop.domain, async (tx) => {
    const row = await lockAdministrator(tx, shop.domain, grant.id);
    if (row.isOwner) throw badRequest("The account owner may open everything. This can't be limited.");
    if (row.version !== grant.version) throw await changedSince(tx, row, grant.version, functions);
    // A stored id may be mistyped. It mustn't keep the person's other access from being changed.
    for (const { flag, tabs } of limitedFunctions(functions))
      for (const tab of grant.tabLimits[flag] ?? [])
        if (!row.tabLimits[flag]?.includes(tab)) assertOneOf(tabs, tab, `tabLimits.${flag}`);

    const before: Grants = { flags: row.flags, tabLimits: row.tabLimits };
    const after: Grants = {
      flags: [...keptFlags(row.flags, functions), ...unique(grant.flags, functions)],
      tabLimits: grant.tabLimits,
    };
    if (grantDifference(before, after, (flag) => menuNameOf(functions, flag)).length === 0)
      return { before: row, after: row, changed: false, effects: [] };

    const [changed] = await tx
      .update(administrators)
      .set({
        flags: [...after.flags],
        tabLimits: grant.tabLimits,
        version: sql`${administrators.version} + 1`,
      })
      .where(and(eq(administrators.shop, shop.domain), eq(administrators.id, grant.id)))
      .returning();
    await recordAudit(tx, shop.domain, accessGranted, {
      actor,
      subject: { type: administratorSubject, id: grant.id },
      before,
      after,
    });
    const effects: string[] = [];
    for (const applyTo of accessChanges.all()) {
      const effect = await applyTo(tx, shop.domain, { administrator: changed ?? row, actor });
      if (effect) effects.push(effect);
    }
    return { before: row, after: changed ?? row, changed: true, effects };
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
    throw notFound("This administrator doesn't exist. Administrators appear here after they open Backroom.");
  return row;
}

/** Flags of functions that this version doesn't have stay unchanged. */
const keptFlags = (flags: readonly string[], functions: readonly FunctionEntry[]) =>
  flags.filter((flag) => !grantableFlags(functions).some((one) => one === flag));

const unique = (flags: readonly Flag[], functions: readonly FunctionEntry[]) =>
  grantableFlags(functions).filter((flag) => flags.includes(flag));

/** The refusal for a stale version, with who changed what since. */
async function changedSince(
  tx: ShopTransaction,
  row: Row,
  version: number,
  functions: readonly FunctionEntry[],
) {
  const since = await tx
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.shop, row.shop),
        eq(auditEntries.subjectType, administratorSubject.name),
        eq(auditEntries.subjectId, row.id),
        eq(auditEntries.action, accessGranted.name),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(Math.max(1, Math.min(row.version - version, 100)));
  const who = since[0]?.actorName ?? "Another administrator";
  const start = since.at(-1)?.before as Grants | undefined;
  const changes = grantDifference(start ?? row, row, (flag) => menuNameOf(functions, flag)).map(
    ({ field, after }) => `${field}: ${after}`,
  );
  const what = changes.length > 0 ? changes.join("; ") : "but the result is the same";
  return conflict(`${who} changed ${row.name}'s access: ${what}. Review the access, and try again.`);
}

/** The administrators who have opened Backroom, the account owner first. Not paged, because a shop has few. */
export async function listAdministrators(shop: string): Promise<AdministratorAccess[]> {
  const rows = await withShop(shop, (tx) =>
    tx
      .select()
      .from(administrators)
      .where(eq(administrators.shop, shop))
      .orderBy(desc(administrators.isOwner), asc(administrators.name), asc(administrators.id)),
  );
  return rows.map(accessOf);
}

/** A row of the table as the calls return it. */
function accessOf(row: typeof administrators.$inferSelect): AdministratorAccess {
  const { id, name, email, isOwner, flags, tabLimits, version, lastSeenAt } = row;
  return {
    id,
    name,
    email,
    isOwner,
    flags,
    tabLimits,
    version,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  };
}

export const accessGranted = auditAction<Grants, Grants>("access.granted", "Changed access", {
  describe: (before, after, { menuNameOf }) => grantDifference(before, after, menuNameOf),
});

/** What an administrator was granted: flags, and the allowed tabs by the flag of their function. */
export interface Grants {
  flags: readonly string[];
  tabLimits: Readonly<Record<string, readonly string[]>>;
}

/**
 * What differs between two grants; empty when nothing does.
 * @param menuNameOf the menu's name for a flag
 */
export function grantDifference(
  before: Grants,
  after: Grants,
  menuNameOf: (flag: string) => string,
): NamedChange[] {
  const flags = [...new Set([...before.flags, ...after.flags])].map((flag) => ({
    field: menuNameOf(flag),
    before: granted(before, flag),
    after: granted(after, flag),
  }));
  const tabs = Object.keys({ ...before.tabLimits, ...after.tabLimits }).map((flag) => ({
    field: `Tabs of ${menuNameOf(flag)}`,
    before: tabsInWords(before, flag),
    after: tabsInWords(after, flag),
  }));
  return [...flags, ...tabs].filter((change) => change.before !== change.after);
}

const granted = ({ flags }: Grants, flag: string) => (flags.includes(flag) ? "granted" : "not granted");

const tabsInWords = ({ tabLimits }: Grants, flag: string) => tabLimits[flag]?.join(", ") || "all";

/** An administrator who has opened Backroom at least once, with their access. */
export const administratorAccess = z.object({
  /** Shopify's id of the staff member. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  isOwner: z.boolean(),
  flags: z.array(z.string()),
  tabLimits: z.record(z.string(), z.array(z.string())),
  /** Counts the changes. A change names the version that it was made from. */
  version: z.number().int(),
  /** Instant, ISO 8601. */
  lastSeenAt: z.string().nullable(),
});

export type AdministratorAccess = z.infer<typeof administratorAccess>;

const MAX_TABS = 30;

/** The tabs that an administrator may open, by id. `grantAccess` checks that the function has them. */
const tabIds = z.array(z.string()).min(1).max(MAX_TABS, `must be at most ${MAX_TABS} tabs`);

/** The allowed tabs by the function's flag. A function that is missing isn't limited. */
export const tabLimits = z.record(declaredName<Flag>("limitedFunctions"), tabIds);
export type TabLimits = z.infer<typeof tabLimits>;
