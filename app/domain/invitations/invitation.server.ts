import { and, eq } from "drizzle-orm";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { AUDIENCES, type AudienceId } from "./audiences";
import { INVITATION_NOT_FOUND } from "./messages";
import { INVITATION_TABS, type InvitationTab, STATES_OF_TAB } from "./states";
import { invitations } from "./tables.server";

/** An invitation as stored. */
export type Invitation = typeof invitations.$inferSelect;

/** An invitation of any audience by its id. */
export async function findInvitation(
  tx: ShopTransaction,
  shop: string,
  id: string,
): Promise<Invitation | undefined> {
  const [found] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.shop, shop), eq(invitations.id, id)));
  return found;
}

/** The display name of an invited person in lists, emails and the audit log. */
export const invitedName = ({ firstName, lastName }: Pick<Invitation, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();

/** Why an invitation's latest email isn't sent, as a sentence. Null when it is queued or sent. */
export const whyNotSent = ({ state, lastError }: Pick<Invitation, "state" | "lastError">): string | null =>
  state === "bounced" ? lastError : null;

/**
 * An invitation by its id, locked until the transaction ends. The calling function sets the audience: another audience's
 * invitation isn't found.
 * @throws 404 for an unknown invitation
 */
export async function lockInvitation(
  tx: ShopTransaction,
  shop: string,
  audience: AudienceId,
  id: string,
): Promise<Invitation> {
  const [found] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.shop, shop), eq(invitations.id, id), eq(invitations.audience, audience)))
    .for("update");
  if (!found) throw notFound(INVITATION_NOT_FOUND);
  return found;
}

/** Makes pages with these invitations refetch them. Call it after the commit. */
export function publishInvitations(shop: string, audience: AudienceId, ids?: string[]): void {
  const { flag, list } = AUDIENCES[audience];
  publishChange(shop, flag, { list, ids });
}

const PUBLISH_EVERY_MS = 1_000;

const timers = new Map<string, NodeJS.Timeout>();

/** Throttled for a series of changes: at most once a second, and once after the last. */
export function publishSoon(shop: string, audience: AudienceId): void {
  const key = `${audience} ${shop}`;
  if (timers.has(key)) return;
  const publish = () => {
    timers.delete(key);
    publishInvitations(shop, audience);
  };
  timers.set(key, setTimeout(publish, PUBLISH_EVERY_MS).unref());
}

/** Higher counts aren't shown, because counting would be too expensive. */
const COUNT_UP_TO = 10_000;

/** The number of an audience's invitations per tab; null above ten thousand. */
export async function countInvitations(
  shop: string,
  audience: AudienceId,
): Promise<Record<InvitationTab, number | null>> {
  const counted = INVITATION_TABS.map((tab) => {
    const states = STATES_OF_TAB[tab].map((state) => `'${state}'`).join(", ");
    return `(SELECT count(*)::int FROM (SELECT 1 FROM invitations_of_shop
              WHERE shop = $1 AND audience = $2 AND state IN (${states}) LIMIT ${COUNT_UP_TO + 1}) AS found) AS ${tab}`;
  });
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<Record<InvitationTab, number>>(`SELECT ${counted.join(", ")}`, [shop, audience]),
  );
  const countUpToLimit = (count = 0) => (count > COUNT_UP_TO ? null : count);
  return { invited: countUpToLimit(rows[0]?.invited), registered: countUpToLimit(rows[0]?.registered) };
}

/** A count as text. */
export const countText = (count: number | null): string =>
  count === null ? `Over ${COUNT_UP_TO.toLocaleString("en-US")}` : count.toLocaleString("en-US");
