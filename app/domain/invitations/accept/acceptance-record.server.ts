import { randomUUID } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import type { CustomerWithMetafields } from "~/connectors/shopify/operations/customers";
import { recordAudit } from "~/domain/audit/record.server";
import { mirrorCustomers } from "~/domain/customers/mirror.server";
import { mirrorRowOf } from "~/domain/customers/mirror-row";
import { isReservedTag } from "~/domain/customers/reserved-tags";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import { keepLease, type Lease, leaseFromNow } from "~/platform/lease.server";
import { AUDIENCES, MTD_TAG } from "../audiences";
import type { Invitation } from "../invitation.server";
import { revokeLinks } from "../links.server";
import { withdrawMails } from "../mails.server";
import { admitInvited, assertOpenTo, readParticulars } from "../particulars.server";
import { invitationLinks, invitations } from "../tables.server";
import { type FoundLink, findLink } from "./find-link.server";
import { invitationAcceptances } from "./tables.server";

/** An acceptance as it is kept while it is carried out. */
export type Acceptance = typeof invitationAcceptances.$inferSelect;

/** Somebody else has taken the acceptance over, or may have: this attempt must change nothing any more. */
export class LostAcceptance extends Refusal {
  constructor() {
    super(409, "CONFLICT", "This registration is being saved already. Open the page again in a moment.");
  }
}

/** Who accepts is not one of the console's people, and is named where the invitation is. */
const INVITED_PERSON = { id: "invited-person", name: "The invited person" };

const row = invitationAcceptances;
const isOf = ({ shop, id }: Pick<Invitation, "shop" | "id">) =>
  and(eq(row.shop, shop), eq(row.invitationId, id));
const isAttempt = ({ shop, invitationId, attempt }: Acceptance) =>
  and(eq(row.shop, shop), eq(row.invitationId, invitationId), eq(row.attempt, attempt));

/** True while an acceptance of this invitation is carried out, or waits to be taken up again. */
export const isBeingAccepted = async (tx: ShopTransaction, invitation: Invitation): Promise<boolean> =>
  (await tx.$count(row, isOf(invitation))) > 0;

/** What came of opening an acceptance. */
export type OpenedAcceptance =
  | { is: "opened"; acceptance: Acceptance; invitation: Invitation }
  /** Another click, or the task, carries it out at this moment. */
  | { is: "busy" }
  | Exclude<FoundLink, { is: "open" }>;

/**
 * Writes down that the person accepts, before the store is asked for anything: from here on a process that dies loses nothing.
 * @throws a refusal of the audience, such as an event without a place left; then nothing is written
 */
export async function openAcceptance(
  shop: string,
  token: string,
  names: { firstName: string; lastName: string },
  now: Date,
): Promise<OpenedAcceptance> {
  return withShop(shop, async (tx) => {
    const found = await findLink(tx, shop, token, now);
    if (found.is === "expired") await assertOpenTo(tx, shop, found.invitation);
    if (found.is !== "open") return found;
    const acceptance = await openAccepted(tx, found, names, now, leaseFromNow());
    return acceptance ? { is: "opened", acceptance, invitation: found.invitation } : { is: "busy" };
  });
}

/**
 * Writes an acceptance down, in the caller's transaction, which holds the invitation.
 * @returns undefined while somebody carries out an earlier one
 * @throws a refusal of the audience
 */
export async function openAccepted(
  tx: ShopTransaction,
  { invitation, linkId }: { invitation: Invitation; linkId: string },
  { firstName, lastName }: { firstName: string; lastName: string },
  now: Date,
  leaseUntil: ReturnType<typeof leaseFromNow>,
): Promise<Acceptance | undefined> {
  const { shop, id } = invitation;
  const wasAdmitted = await isBeingAccepted(tx, invitation);
  const tags = wasAdmitted ? [] : await admit(tx, invitation);
  const taken = { attempt: randomUUID(), leaseUntil };
  const [acceptance] = await tx
    .insert(row)
    .values({ shop, invitationId: id, linkId, firstName, lastName, tags, startedAt: now, ...taken })
    .onConflictDoUpdate({ target: [row.shop, row.invitationId], set: taken, setWhere: isLeft })
    .returning();
  return acceptance;
}

/** Nobody works on it any more. */
const isLeft = lt(row.leaseUntil, sql`clock_timestamp()`);

async function admit(tx: ShopTransaction, invitation: Invitation): Promise<string[]> {
  await admitInvited(tx, invitation);
  const { tags } = await readParticulars(tx, invitation.shop, invitation);
  const all = [
    ...AUDIENCES[invitation.audience].tags,
    ...tags,
    ...(invitation.isMtd ? [MTD_TAG] : []),
    // Checked when they were written; what a backup brings back was not.
    ...invitation.additionalTags.filter((tag) => !isReservedTag(tag)),
  ];
  // Shopify takes tags that differ in case for the same; the audience's own spelling stands.
  return [...new Map(all.toReversed().map((tag) => [tag.toLowerCase(), tag])).values()];
}

/** Acceptances that nobody works on any more: their process died, or Shopify did not answer. */
export const leftAcceptances = (shop: string): Promise<Acceptance[]> =>
  withShop(shop, (tx) =>
    tx
      .select()
      .from(row)
      .where(and(eq(row.shop, shop), isLeft))
      .orderBy(row.startedAt),
  );

/** Takes one of them over. @returns undefined when somebody else did, or when it has ended */
export async function takeOver(left: Acceptance): Promise<Acceptance | undefined> {
  return withShop(left.shop, async (tx) => {
    const [taken] = await tx
      .update(row)
      .set({ attempt: randomUUID(), leaseUntil: leaseFromNow() })
      .where(and(isAttempt(left), isLeft))
      .returning();
    return taken;
  });
}

/** Keeps an acceptance ours while the store is asked. */
export const holdAcceptance = (acceptance: Acceptance): Lease =>
  keepLease({
    renew: async () => (await setLease(acceptance, leaseFromNow())) > 0,
    isOurs: async () => (await withShop(acceptance.shop, (tx) => tx.$count(row, isAttempt(acceptance)))) > 0,
    lost: () => new LostAcceptance(),
  });

/** Gives an acceptance up, to be taken up again by whoever comes first. */
export const letGo = (acceptance: Acceptance): Promise<number> =>
  setLease(acceptance, sql`clock_timestamp()`);

const setLease = (acceptance: Acceptance, leaseUntil: ReturnType<typeof leaseFromNow>): Promise<number> =>
  withShop(acceptance.shop, async (tx) => {
    const kept = await tx.update(row).set({ leaseUntil }).where(isAttempt(acceptance)).returning();
    return kept.length;
  });

/** The store refused: the invitation stands as if nothing had been asked. */
export async function dropAcceptance(acceptance: Acceptance): Promise<void> {
  await withShop(acceptance.shop, (tx) => tx.delete(row).where(isAttempt(acceptance)));
}

/**
 * Writes down that the person has registered, in one transaction: the invitation, its links, mails that have not left, the audit
 * entry and the mirror. An invitation that was deleted while the store was asked is accepted all the same: its customer is there.
 * @returns the invitation as it stands now
 * @throws LostAcceptance, with nothing written, when this attempt is no longer the one that counts
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
    const ended = await tx.delete(row).where(isAttempt(acceptance)).returning();
    if (!before || ended.length === 0) throw new LostAcceptance();
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
    if (!accepted) throw new LostAcceptance();
    await tx
      .update(invitationLinks)
      .set({ usedAt: now, revokedAt: null })
      .where(and(eq(invitationLinks.shop, shop), eq(invitationLinks.id, linkId)));
    await revokeLinks(tx, accepted, now);
    await withdrawMails(tx, accepted);
    await recordAudit(tx, shop, {
      action: "invitation.accepted",
      actor: INVITED_PERSON,
      subject: { type: "invitation", id: invitationId },
      before: { state: before.state },
      after: { state: "accepted", customer: String(mirrored.id) },
      flag: AUDIENCES[before.audience].flag,
    });
    // Last, because all writers of the mirror wait for each other until they commit.
    await mirrorCustomers(tx, shop, [mirrored]);
    return accepted;
  });
}
