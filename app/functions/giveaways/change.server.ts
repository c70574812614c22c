import { randomBytes, randomUUID } from "node:crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import { auditEntries } from "~/domain/audit/tables.server";
import type { CallContext } from "~/platform/contract/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, type Refusal } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { stableUuid } from "~/platform/stable-uuid.server";
import { shownDay } from "~/platform/written-day";
import { noteGiveaway } from "./audit.server";
import type { GiveawayFields } from "./contract";
import { commitSeed } from "./draw/seeds.server";
import { findGiveaway, holdGiveaway, holdOpenGiveaway, type ShopGiveaway } from "./giveaway.server";
import { giveawaysList } from "./list";
import { END_BEFORE_START } from "./messages";
import { giveaways } from "./tables.server";

/** What can be changed of a giveaway. */
type Content = Pick<ShopGiveaway, "name" | "description" | "startDay" | "endDay" | "registrationCount">;

/**
 * Creates a giveaway, with the sealed seed of its first draw. The same operation id of the same person answers the first one.
 * @throws 400 when it ends before it begins
 */
export async function createGiveaway(
  context: CallContext,
  fields: GiveawayFields,
  operationId: string = randomUUID(),
): Promise<ShopGiveaway> {
  const { shop, administrator, clock } = context;
  const { domain } = shop;
  const content: Content = { ...NOTHING, ...contentOf(fields), name: fields.name };
  assertInOrder(content);
  const key = stableUuid("giveaway", administrator.id, operationId);
  const created = await withShop(domain, async (tx) => {
    // One after the other, so that numbers neither repeat nor leave gaps.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`giveaways ${domain}`}))`);
    const isKey = and(eq(giveaways.shop, domain), eq(giveaways.operationId, key));
    const [earlier] = await tx.select().from(giveaways).where(isKey);
    if (earlier) return earlier;
    const [giveaway] = await tx
      .insert(giveaways)
      .values({
        shop: domain,
        id: sql`(SELECT coalesce(max(id), 0) + 1 FROM giveaways WHERE shop = ${domain})`,
        ...content,
        key: randomBytes(12).toString("base64url"),
        createdAt: clock.now(),
        createdById: administrator.id,
        createdByName: administrator.name,
        operationId: key,
      })
      .returning();
    if (!giveaway) throw new Error("The database kept no giveaway.");
    await commitSeed(tx, domain, giveaway.id, 1, clock.now());
    await noteGiveaway(tx, domain, giveaway.id, {
      action: "giveaway.created",
      actor: administrator,
      after: described(content),
    });
    return giveaway;
  });
  tell(domain);
  return created;
}

const NOTHING = { description: null, startDay: null, endDay: null, registrationCount: null };

/**
 * Changes a giveaway; fields that are absent stay as they are, and null takes one away.
 * @returns the giveaway, and whether anything of it is different now
 * @throws 404 for one that is not there, 409 when it was deleted or changed since `version`, 400 as `createGiveaway` and for
 *   fewer registrations than there are
 */
export async function changeGiveaway(
  context: CallContext,
  id: number,
  fields: Partial<GiveawayFields>,
  version?: number,
): Promise<{ giveaway: ShopGiveaway; isChanged: boolean }> {
  const { shop, administrator } = context;
  const content = contentOf(fields);
  const outcome = await withShop(shop.domain, async (tx) => {
    const before = await holdOpenGiveaway(tx, shop.domain, id);
    if (version !== undefined && version !== before.version) throw await changedMeanwhile(tx, before);
    const after = { ...before, ...content };
    assertInOrder(after);
    assertRoomForThoseThere(after, before);
    const [was, is] = [described(before), described(after)];
    const changed = Object.keys(is).filter((field) => was[field] !== is[field]);
    if (changed.length === 0) return { giveaway: before, isChanged: false };
    const [giveaway = before] = await tx
      .update(giveaways)
      .set({ ...content, version: sql`${giveaways.version} + 1` })
      .where(isSame(before))
      .returning();
    await noteGiveaway(tx, shop.domain, id, {
      action: "giveaway.changed",
      actor: administrator,
      before: only(was, changed),
      after: only(is, changed),
    });
    return { giveaway, isChanged: true };
  });
  if (outcome.isChanged) tell(shop.domain);
  return outcome;
}

/** Deletes a giveaway, or takes that back. A deleted one has left the lists, and its page says so. @throws 404 for one that is not there */
export async function setDeleted(
  { shop: { domain }, administrator }: CallContext,
  id: number,
  isDeleted: boolean,
): Promise<ShopGiveaway> {
  const giveaway = await withShop(domain, async (tx) => {
    const before = await holdGiveaway(tx, domain, id);
    if (before.isDeleted === isDeleted) return before;
    await tx
      .update(giveaways)
      .set({ isDeleted, version: sql`${giveaways.version} + 1` })
      .where(isSame(before));
    await noteGiveaway(tx, domain, id, {
      action: isDeleted ? "giveaway.deleted" : "giveaway.restored",
      actor: administrator,
    });
    return findGiveaway(tx, domain, id);
  });
  tell(domain);
  return giveaway;
}

const isSame = ({ shop, id }: ShopGiveaway) => and(eq(giveaways.shop, shop), eq(giveaways.id, id));

const tell = (shop: string) => publishChange(shop, "showGiveaways", { list: giveawaysList.name });

/** Fields as they are kept; absent ones stay absent. */
function contentOf({ startDate, endDate, ...fields }: Partial<GiveawayFields>): Partial<Content> {
  const { name, description, registrationCount } = fields;
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(registrationCount !== undefined && { registrationCount }),
    ...(startDate !== undefined && { startDay: startDate }),
    ...(endDate !== undefined && { endDay: endDate }),
  };
}

function assertInOrder({ startDay, endDay }: Content): void {
  if (startDay && endDay && endDay < startDay)
    throw badRequest(END_BEFORE_START, { endDate: END_BEFORE_START });
}

function assertRoomForThoseThere({ registrationCount: most }: Content, before: ShopGiveaway): void {
  if (most === null || most === before.registrationCount || most >= before.registered) return;
  const are = before.registered.toLocaleString("en-US");
  const problem = `${are} have registered already, so the Registration Count cannot be below ${are}.`;
  throw badRequest(problem, { registrationCount: problem });
}

/** A giveaway's fields as the history tells them, by their names in the form. */
const described = (content: Content): Record<string, string> => ({
  name: content.name,
  description: content.description ?? "",
  "start date": content.startDay ? shownDay(content.startDay) : "",
  "end date": content.endDay ? shownDay(content.endDay) : "",
  "registration count": content.registrationCount === null ? "" : String(content.registrationCount),
});

const only = (all: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, all[name] ?? ""]));

/** Says who changed the giveaway since the version that the refused change was made from. */
async function changedMeanwhile(tx: ShopTransaction, giveaway: ShopGiveaway): Promise<Refusal> {
  const [last] = await tx
    .select({ who: auditEntries.actorName })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.shop, giveaway.shop),
        eq(auditEntries.subjectType, "giveaway"),
        eq(auditEntries.subjectId, String(giveaway.id)),
        eq(auditEntries.action, "giveaway.changed"),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(1);
  return conflict(
    `${last?.who ?? "Somebody"} changed this giveaway meanwhile. Nothing of yours was saved: close this, look at what it is now, and change it again.`,
  );
}
