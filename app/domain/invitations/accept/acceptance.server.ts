import { and, count, eq, not, sql } from "drizzle-orm";
import type { CustomerWithMetafields } from "~/connectors/shopify/operations/customers";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { IntentDefinition } from "~/core/intents/intent-definition.server";
import { claimIntent, completeIntent, LostLease, openIntent } from "~/core/intents/intents.server";
import { mirrorCustomers } from "~/domain/customers/mirror.server";
import { mirrorRowOf } from "~/domain/customers/mirror-row";
import { isReservedTag, MTD_TAG } from "~/domain/customers/reserved-tags";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import { linkIdOf } from "~/platform/personal-link.server";
import { AUDIENCES } from "../audiences";
import { invitationAccepted, invitationSubject } from "../audit.server";
import type { Invitation } from "../invitation.server";
import { revokeLinks } from "../links.server";
import { withdrawMails } from "../mails.server";
import {
  admitInvited,
  assertOpenTo,
  lockPlaces,
  readParticulars,
  runAfterRegistration,
  waitingListOf,
} from "../particulars.server";
import { invitationLinks, invitations } from "../tables.server";
import { clearRefusal, storeRefusal } from "./refusals.server";
import { invitationAcceptances } from "./tables.server";

/** The invitation behind a personal link, or why the link doesn't work. */
export type FoundLink =
  | { is: "open"; linkId: string; invitation: Invitation }
  /** Its person has registered, by this link or another one. */
  | { is: "used"; invitation: Invitation }
  | { is: "expired"; invitation: Invitation; expiredAt: Date }
  /** Its person waits for a place. */
  | { is: "waiting"; invitation: Invitation }
  | { is: "revoked" }
  /** Altered, another shop's, or never issued. */
  | { is: "unknown" };

/**
 * Looks up a link and locks its invitation until the transaction ends.
 * @param token the secret part of the address, as it was sent
 */
export async function findLink(
  tx: ShopTransaction,
  shop: string,
  token: string,
  now: Date,
): Promise<FoundLink> {
  const linkId = linkIdOf(shop, token);
  if (!linkId) return { is: "unknown" };
  const [link] = await tx
    .select()
    .from(invitationLinks)
    .where(and(eq(invitationLinks.shop, shop), eq(invitationLinks.id, linkId)));
  if (!link) return { is: "unknown" };
  const [invitation] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.shop, shop), eq(invitations.id, link.invitationId)))
    .for("update");
  if (!invitation) return { is: "unknown" };
  if (invitation.state === "accepted") return { is: "used", invitation };
  if (invitation.state === "waiting") return { is: "waiting", invitation };
  // Read again under the lock: the link may have been revoked while we waited for it.
  const [current] = await tx
    .select()
    .from(invitationLinks)
    .where(and(eq(invitationLinks.shop, shop), eq(invitationLinks.id, linkId)));
  if (!current || current.revokedAt || invitation.state === "revoked") return { is: "revoked" };
  if (current.expiresAt <= now) return { is: "expired", invitation, expiredAt: current.expiresAt };
  return { is: "open", linkId, invitation };
}

/**
 * Holds the places of a link's group until the transaction ends, before the link's invitation is locked: who moves up holds the places
 * first, too.
 */
async function lockPlacesOf(tx: ShopTransaction, shop: string, token: string): Promise<void> {
  const linkId = linkIdOf(shop, token);
  if (!linkId) return;
  const [scope] = await tx
    .select({ audience: invitations.audience, groupId: invitations.groupId })
    .from(invitationLinks)
    .innerJoin(invitations, and(eq(invitations.shop, shop), eq(invitations.id, invitationLinks.invitationId)))
    .where(and(eq(invitationLinks.shop, shop), eq(invitationLinks.id, linkId)));
  if (scope) await lockPlaces(tx, shop, scope);
}

/** An acceptance in progress. */
export type Acceptance = typeof invitationAcceptances.$inferSelect;

/** Acceptances as intents: one at a time per invitation. */
export const invitationAcceptance: IntentDefinition<typeof invitationAcceptances> = {
  noun: "acceptance",
  table: invitationAcceptances,
  key: ["invitationId"],
  finishTask: "invitations.finish-open-acceptances",
  busyMessage: "This registration is already being saved. Open the page again in a moment.",
  lostMessage: "This registration is already being saved. Open the page again in a moment.",
  isUndone: (error) => error instanceof Refusal && error.code === "SHOPIFY_REFUSED",
  async onDrop(tx, row, error) {
    if (error instanceof Refusal) await storeRefusal(tx, row, error.message);
  },
};

/** The audit's actor: the invited person has no administrator's id, and the invitation has their name. */
export const INVITED_PERSON = { id: "invited-person", name: "The invited person" };

const row = invitationAcceptances;

const isOf = ({ shop, id }: Pick<Invitation, "shop" | "id">) =>
  and(eq(row.shop, shop), eq(row.invitationId, id));

/** True while an acceptance of this invitation is open. */
export const isBeingAccepted = async (tx: ShopTransaction, invitation: Invitation): Promise<boolean> =>
  (await tx.$count(row, isOf(invitation))) > 0;

/** `isBeingAccepted` as SQL over a row of `invitations`, by the alias of its table. */
export const beingAccepted = (alias: string): string =>
  `EXISTS (SELECT FROM invitation_acceptances AS open WHERE open.shop = ${alias}.shop AND open.invitation_id = ${alias}.id)`;

/** The outcome of opening an acceptance. */
export type OpenedAcceptance =
  | { is: "opened"; acceptance: Acceptance; invitation: Invitation }
  /** Another click, or the task, is running it. */
  | { is: "busy" }
  | Exclude<FoundLink, { is: "open" }>;

/**
 * Opens an acceptance, or claims one that was left open, before anything is sent to Shopify.
 * @throws a refusal of the audience, such as an event without a free place. Nothing is written then.
 */
export async function openAcceptance(
  shop: string,
  token: string,
  names: { firstName: string; lastName: string },
  now: Date,
): Promise<OpenedAcceptance> {
  return withShop(shop, async (tx) => {
    await lockPlacesOf(tx, shop, token);
    const found = await findLink(tx, shop, token, now);
    if (found.is === "expired") {
      if (await isBeingAccepted(tx, found.invitation)) return { is: "busy" };
      await assertOpenTo(tx, shop, found.invitation);
    }
    if (found.is !== "open") return found;
    const acceptance = await openOrClaim(tx, found, names, now);
    return acceptance ? { is: "opened", acceptance, invitation: found.invitation } : { is: "busy" };
  });
}

/** @returns undefined while another process runs an earlier one */
async function openOrClaim(
  tx: ShopTransaction,
  found: Extract<FoundLink, { is: "open" }>,
  names: { firstName: string; lastName: string },
  now: Date,
): Promise<Acceptance | undefined> {
  const [earlier] = await tx.select().from(row).where(isOf(found.invitation)).for("update");
  return earlier
    ? claimIntent(tx, invitationAcceptance, earlier)
    : openAdmitted(tx, found, names, now, { isClaimed: true });
}

/**
 * Puts the person of a link on their group's waiting list, with the names as they entered them. A person who registered, or waits
 * already, stays as they are. The caller then sees what the link is.
 * @returns undefined when the person is on the list now
 * @throws a refusal of the audience
 */
export async function joinWaitingList(
  shop: string,
  token: string,
  names: { firstName: string; lastName: string },
  now: Date,
): Promise<Exclude<FoundLink, { is: "open" }> | { is: "busy" } | undefined> {
  return withShop(shop, async (tx) => {
    await lockPlacesOf(tx, shop, token);
    const found = await findLink(tx, shop, token, now);
    if (found.is !== "open") return found;
    const { invitation } = found;
    if (await isBeingAccepted(tx, invitation)) return { is: "busy" };
    await waitingListOf(invitation)?.join(tx, { ...invitation, ...names }, now);
    return undefined;
  });
}

/**
 * Opens an acceptance and leaves it to the finishing task. An acceptance that is open already stays as it is. The caller's
 * transaction holds the invitation.
 * @param tags what the customer gets, when the caller has admitted the person already
 * @throws a refusal of the audience
 */
export async function openForTask(
  tx: ShopTransaction,
  invited: { invitation: Invitation; linkId: string },
  now: Date,
  tags?: readonly string[],
): Promise<void> {
  const { invitation } = invited;
  if (!(await isBeingAccepted(tx, invitation)))
    await openAdmitted(tx, invited, invitation, now, { isClaimed: false, tags });
  await requestTask({ name: invitationAcceptance.finishTask }, invitation.shop, { tx });
}

async function openAdmitted(
  tx: ShopTransaction,
  { invitation, linkId }: { invitation: Invitation; linkId: string },
  { firstName, lastName }: { firstName: string; lastName: string },
  now: Date,
  { isClaimed, tags }: { isClaimed: boolean; tags?: readonly string[] },
): Promise<Acceptance> {
  const { shop, id } = invitation;
  await clearRefusal(tx, invitation);
  const granted = grantedTags(invitation, tags ?? (await admit(tx, invitation)));
  const values = { shop, invitationId: id, linkId, firstName, lastName, tags: granted, startedAt: now };
  return openIntent(tx, invitationAcceptance, values, { isClaimed });
}

async function admit(tx: ShopTransaction, invitation: Invitation): Promise<readonly string[]> {
  await admitInvited(tx, invitation);
  return (await readParticulars(tx, invitation.shop, invitation)).tags;
}

/** The customer's tags: the audience's, the group's and the invitation's own. */
function grantedTags(invitation: Invitation, tags: readonly string[]): string[] {
  const all = [
    ...AUDIENCES[invitation.audience].tags,
    ...tags,
    ...(invitation.isMtd ? [MTD_TAG] : []),
    // They were checked when they were written, but not when a backup restored them.
    ...invitation.additionalTags.filter((tag) => !isReservedTag(tag)),
  ];
  // For Shopify, tags that differ only in case are the same. The audience's own spelling wins.
  return [...new Map(all.toReversed().map((tag) => [tag.toLowerCase(), tag])).values()];
}

/**
 * Ends an acceptance in one transaction: the invitation, its links, emails that haven't been sent, the audit entry and the
 * mirror. It also ends when the invitation was deleted in the meantime, because its customer exists.
 * @returns the accepted invitation
 * @throws LostLease, with nothing written
 */
export async function completeAcceptance(
  acceptance: Acceptance,
  customer: CustomerWithMetafields,
  now: Date,
): Promise<Invitation> {
  const { shop, invitationId, linkId, firstName, lastName } = acceptance;
  const mirrored = mirrorRowOf(customer);
  return withShop(shop, async (tx) => {
    const isThis = and(eq(invitations.shop, shop), eq(invitations.id, invitationId));
    const [before] = await tx.select().from(invitations).where(isThis).for("update");
    if (!before) throw new LostLease(invitationAcceptance);
    await completeIntent(tx, invitationAcceptance, acceptance, now);
    const [accepted] = await tx
      .update(invitations)
      .set({
        state: "accepted",
        acceptedAt: now,
        revokedAt: null,
        deliveredAt: sql`coalesce(${invitations.deliveredAt}, ${now})`,
        customerId: mirrored.id,
        firstName,
        lastName,
        version: sql`${invitations.version} + 1`,
      })
      .where(isThis)
      .returning();
    if (!accepted) throw new LostLease(invitationAcceptance);
    await tx
      .update(invitationLinks)
      .set({ usedAt: now, revokedAt: null })
      .where(and(eq(invitationLinks.shop, shop), eq(invitationLinks.id, linkId)));
    await revokeLinks(tx, accepted, now);
    await withdrawMails(tx, accepted);
    await runAfterRegistration(tx, accepted, now);
    await recordAudit(tx, shop, invitationAccepted, {
      actor: INVITED_PERSON,
      subject: { type: invitationSubject, id: invitationId },
      before: { state: before.state },
      after: { state: "accepted", customer: mirrored.display_name },
      flag: AUDIENCES[before.audience].flag,
    });
    // Last, because writers of the mirror block each other until they commit.
    await mirrorCustomers(tx, shop, [mirrored]);
    return accepted;
  });
}

/**
 * How many people of an event or a type have registered, or have pressed the button and the store still makes their customer. Both are
 * counted in one statement: a person who is registered between two statements would be in neither count.
 */
export async function countAdmitted(
  tx: ShopTransaction,
  { shop, audience, groupId }: { shop: string; audience: "event" | "usertype"; groupId: string },
): Promise<number> {
  // In the index `invitations_counted`.
  const isOfGroup = and(
    eq(invitations.shop, shop),
    eq(invitations.audience, audience),
    eq(invitations.groupId, groupId),
  );
  const isRegistered = eq(invitations.state, "accepted");
  const [admitted] = await tx
    .select({ registered: tx.$count(invitations, and(isOfGroup, isRegistered)), pressed: count() })
    .from(invitationAcceptances)
    .innerJoin(
      invitations,
      and(
        eq(invitations.shop, invitationAcceptances.shop),
        eq(invitations.id, invitationAcceptances.invitationId),
      ),
    )
    .where(and(eq(invitationAcceptances.shop, shop), isOfGroup, not(isRegistered)));
  return (admitted?.registered ?? 0) + (admitted?.pressed ?? 0);
}
