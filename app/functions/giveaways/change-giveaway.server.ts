import { randomBytes, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, eq, sql } from "drizzle-orm";
import { assertOwnDeletion } from "~/core/audit/deletion.server";
import { deletedFormOf, outdatedFormOf } from "~/core/audit/outdated-form.server";
import type { CallContext } from "~/core/context.server";
import { keyConflict } from "~/core/intents/idempotency-key.server";
import { formatUsDate } from "~/platform/dates/date-text";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { stableUuid } from "~/platform/stable-uuid.server";
import {
  giveawayChanged,
  giveawayCreated,
  giveawayDeleted,
  giveawayRestored,
  giveawaySubject,
} from "./audit.server";
import { sendHeldMails } from "./draw/reason-not-to-notify.server";
import { commitSeed } from "./draw/seeds.server";
import { findGiveaway, lockGiveaway, recordGiveawayAudit, type ShopGiveaway } from "./giveaway.server";
import { END_BEFORE_START, GIVEAWAYS_LIST } from "./messages";
import type { GiveawayFields } from "./schemas";
import { giveaways } from "./tables.server";

/** The editable fields of a giveaway. */
type Content = Pick<ShopGiveaway, "name" | "description" | "startDay" | "endDay" | "registrationCount">;

/**
 * Creates a giveaway, with the sealed seed of its first draw. Repeating the caller's operation id returns the first one.
 * @throws 400 when it ends before it begins, 409 for an operation id that created a giveaway with other fields
 */
export async function createGiveaway(
  context: CallContext,
  fields: GiveawayFields,
  operationId: string = randomUUID(),
): Promise<ShopGiveaway> {
  const { shop, administrator, clock } = context;
  const { domain } = shop;
  const content: Content = { ...EMPTY_CONTENT, ...contentOf(fields), name: fields.name };
  assertInOrder(content);
  const key = stableUuid("giveaway", administrator.id, operationId);
  const created = await withShop(domain, async (tx) => {
    // Serialized, so that numbers neither repeat nor leave gaps.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`giveaways ${domain}`}))`);
    const isKey = and(eq(giveaways.shop, domain), eq(giveaways.operationId, key));
    const [earlier] = await tx.select().from(giveaways).where(isKey);
    if (earlier) {
      assertSame(earlier, content);
      return earlier;
    }
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
    if (!giveaway) throw new Error("The insert returned no giveaway.");
    await commitSeed(tx, domain, giveaway.id, 1, clock.now());
    await recordGiveawayAudit(tx, domain, giveaway.id, giveawayCreated, {
      actor: administrator,
      before: null,
      after: auditFields(content),
    });
    return giveaway;
  });
  publishGiveaways(domain);
  return created;
}

const EMPTY_CONTENT = { description: null, startDay: null, endDay: null, registrationCount: null };

/**
 * Changes a giveaway; fields that are absent stay as they are, and null clears one.
 * @returns the giveaway, and whether any field changed
 * @throws 404 for an unknown one, 409 when it was deleted or changed since `version`, 400 as `createGiveaway` and for
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
    const before = await lockGiveaway(tx, shop.domain, id);
    if (before.isDeleted)
      throw await deletedFormOf(
        tx,
        context,
        { ...giveawayDeletion, id },
        "this giveaway",
        "Restore it before you change it.",
      );
    if (version !== undefined && version !== before.version)
      throw await outdatedFormOf(
        tx,
        context,
        { type: giveawaySubject, id, action: giveawayChanged },
        "this giveaway",
      );
    const after = { ...before, ...content };
    assertInOrder(after);
    assertRoomForEntrants(after, before);
    const [was, is] = [auditFields(before), auditFields(after)];
    const changed = Object.keys(is).filter((field) => was[field] !== is[field]);
    if (changed.length === 0) return { giveaway: before, isChanged: false };
    const [giveaway = before] = await tx
      .update(giveaways)
      .set({ ...content, version: sql`${giveaways.version} + 1` })
      .where(isSame(before))
      .returning();
    await recordGiveawayAudit(tx, shop.domain, id, giveawayChanged, {
      actor: administrator,
      before: only(was, changed),
      after: only(is, changed),
    });
    return { giveaway, isChanged: true };
  });
  if (outcome.isChanged) publishGiveaways(shop.domain);
  return outcome;
}

/** How the deletion of a giveaway is recorded. */
export const giveawayDeletion = { type: giveawaySubject, action: giveawayDeleted };

/**
 * Deletes or restores a giveaway. A deleted one leaves the lists, its pages offer to restore it, and its emails wait.
 * @throws 404 for an unknown one, 409 for an Undo as `assertOwnDeletion`
 */
export async function setDeleted(
  context: CallContext,
  id: number,
  isDeleted: boolean,
  isUndo = false,
): Promise<ShopGiveaway> {
  const { administrator } = context;
  const { domain } = context.shop;
  const giveaway = await withShop(domain, async (tx) => {
    const before = await lockGiveaway(tx, domain, id);
    if (before.isDeleted === isDeleted) return before;
    if (isUndo) await assertOwnDeletion(tx, context, { ...giveawayDeletion, id }, "deleted this giveaway");
    await tx
      .update(giveaways)
      .set({ isDeleted, version: sql`${giveaways.version} + 1` })
      .where(isSame(before));
    if (!isDeleted) await sendHeldMails(tx, before);
    await recordGiveawayAudit(tx, domain, id, isDeleted ? giveawayDeleted : giveawayRestored, {
      actor: administrator,
      before: null,
      after: null,
    });
    return findGiveaway(tx, domain, id);
  });
  publishGiveaways(domain);
  return giveaway;
}

const isSame = ({ shop, id }: ShopGiveaway) => and(eq(giveaways.shop, shop), eq(giveaways.id, id));

const publishGiveaways = (shop: string) => publishChange(shop, "showGiveaways", { list: GIVEAWAYS_LIST });

/** Fields as they are stored; absent ones stay absent. */
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

/** A giveaway that was changed since can't be compared with what created it. */
function assertSame(earlier: ShopGiveaway, content: Content): void {
  const isSame = isDeepStrictEqual(auditFields(earlier), auditFields(content));
  if (earlier.version === 1 && !isSame) throw keyConflict("giveaway");
}

function assertRoomForEntrants({ registrationCount: most }: Content, before: ShopGiveaway): void {
  if (most === null || most === before.registrationCount || most >= before.registered) return;
  const are = before.registered.toLocaleString("en-US");
  const problem = `${are} have registered already, so the Registration Count can't be below ${are}.`;
  throw badRequest(problem, { registrationCount: problem });
}

/** A giveaway's fields for the audit log, keyed by their form labels. */
const auditFields = (content: Content): Record<string, string> => ({
  name: content.name,
  description: content.description ?? "",
  "start date": content.startDay ? formatUsDate(content.startDay) : "",
  "end date": content.endDay ? formatUsDate(content.endDay) : "",
  "registration count": content.registrationCount === null ? "" : String(content.registrationCount),
});

const only = (all: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, all[name] ?? ""]));
