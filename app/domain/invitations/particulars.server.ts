import { defineHook } from "~/core/hook.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import type { AudienceId, InvitationScope } from "./audiences";
import type { Invitation } from "./invitation.server";

/** The audience, where it is made of groups. */
const groupedAudience = (audience: AudienceId): GroupedAudience | undefined =>
  groupedAudiences.all().find((grouped) => grouped.audience === audience);

const PLAIN: Particulars = { title: "", details: [], tags: [], endsAt: null };

/** What an invitation is for. @throws as `GroupedAudience.read` */
export const readParticulars = async (
  tx: ShopTransaction,
  shop: string,
  { audience, groupId }: InvitationScope,
): Promise<Particulars> => (await groupedAudience(audience)?.read(tx, shop, groupId)) ?? PLAIN;

/** Whether an invitation could be accepted now. @throws as `GroupedAudience.assertOpen` */
export const assertOpenTo = async (
  tx: ShopTransaction,
  shop: string,
  { audience, groupId }: InvitationScope,
): Promise<void> => groupedAudience(audience)?.assertOpen?.(tx, shop, groupId);

/** Why no invitation could be accepted now: the group is gone, or the event is full, for example. Null when one could. */
export async function whyClosed(
  tx: ShopTransaction,
  shop: string,
  scope: InvitationScope,
): Promise<Refusal | null> {
  try {
    await readParticulars(tx, shop, scope);
    await assertOpenTo(tx, shop, scope);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Why an invitation that may be sent can't be accepted yet, besides what closes it. Null when it can. */
export async function whyNotAccepting(
  tx: ShopTransaction,
  shop: string,
  { audience, groupId }: InvitationScope,
): Promise<Refusal | null> {
  try {
    await groupedAudience(audience)?.assertAccepting?.(tx, shop, groupId);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** A warning for the administrator before many people are invited, or null. */
export const invitationWarning = async (
  tx: ShopTransaction,
  shop: string,
  { audience, groupId }: InvitationScope,
  people: number,
): Promise<string | null> => (await groupedAudience(audience)?.warn?.(tx, shop, groupId, people)) ?? null;

/** Checks an acceptance right before it runs. @throws as `GroupedAudience.admit` */
export const admitInvited = async (tx: ShopTransaction, invitation: Invitation): Promise<void> =>
  groupedAudience(invitation.audience)?.admit?.(tx, invitation);

/** Serializes admissions to a group. Called before the invitation is locked, as by all who need both. */
export const lockPlaces = async (
  tx: ShopTransaction,
  shop: string,
  { audience, groupId }: InvitationScope,
): Promise<void> => groupedAudience(audience)?.lockPlaces?.(tx, shop, groupId);

/** How a person can wait for a place of a group. Undefined where they can't. */
export const waitingListOf = ({ audience }: InvitationScope): WaitingList | undefined =>
  groupedAudience(audience)?.waitingList;

/** Runs in the transaction that registers a person. */
export const runAfterRegistration = async (
  tx: ShopTransaction,
  invitation: Invitation,
  now: Date,
): Promise<void> => groupedAudience(invitation.audience)?.registered?.(tx, invitation, now);

/** Runs in the transaction that stores that Shopify refused a person. */
export const runAfterRefusal = async (tx: ShopTransaction, invitation: Invitation): Promise<void> =>
  groupedAudience(invitation.audience)?.refused?.(tx, invitation);

/** The path of the page on which invited people of an audience find their registration. Undefined where they have none. */
export const guestPageOf = ({ audience }: Pick<InvitationScope, "audience">): string | undefined =>
  groupedAudience(audience)?.guestPage;

/** The code of the refusal that a group has no place left. */
export const FULL_CODE = "FULL";

/** Where people wait for a place. */
interface WaitingList {
  /**
   * Puts a person on the list, in the order of joining. The caller holds the places and the invitation.
   * @throws a refusal when the group takes no one any longer
   */
  join(tx: ShopTransaction, invitation: Invitation, now: Date): Promise<void>;
}

/** The details of a group, such as an event. */
export interface Particulars {
  /** What the invitation is to, for the email and the public page, such as an event's name. */
  title: string;
  /** More of it, one line each, such as an event's days. */
  details: readonly string[];
  /** The tags of customers who accept. */
  tags: readonly string[];
  /** Links expire at this moment at the latest. Null without one. */
  endsAt: Date | null;
}

/** An audience whose invitations belong to a group: an event, a user type. */
interface GroupedAudience {
  audience: AudienceId;
  /** @throws 404 for an unknown group, 409 for one that is closed */
  read(tx: ShopTransaction, shop: string, groupId: string): Promise<Particulars>;
  /**
   * Checks as `admit` does, for a page that only shows the result.
   * @throws as `admit`
   */
  assertOpen?(tx: ShopTransaction, shop: string, groupId: string): Promise<void>;
  /**
   * Refuses acceptances of invitations that may be sent already, such as those to an event that isn't published.
   * @throws a refusal with a sentence for the invited person
   */
  assertAccepting?(tx: ShopTransaction, shop: string, groupId: string): Promise<void>;
  /** What the administrator should know before people are invited, such as that there are fewer places than people. */
  warn?(tx: ShopTransaction, shop: string, groupId: string, people: number): Promise<string | null>;
  /**
   * Checks, such as an event's capacity, right before an acceptance runs, in the transaction that records it. Open
   * acceptances (`invitation_acceptances`) have their place already.
   * @throws a refusal with a sentence for the invited person. The invitation then stays as it is
   */
  admit?(tx: ShopTransaction, invitation: Invitation): Promise<void>;
  /** Serializes admissions until the transaction ends. */
  lockPlaces?(tx: ShopTransaction, shop: string, groupId: string): Promise<void>;
  waitingList?: WaitingList;
  /** Follows a registration, in its transaction: an email, for example. */
  registered?(tx: ShopTransaction, invitation: Invitation, now: Date): Promise<void>;
  /** Follows a registration that Shopify refused, in its transaction: the next one gets the place. */
  refused?(tx: ShopTransaction, invitation: Invitation): Promise<void>;
  /** The path of the page on which people find their registration, without a slash at either end. The link's secret follows it. */
  guestPage?: string;
}

/** The audiences that are made of groups. */
export const groupedAudiences = defineHook<GroupedAudience>("invitations.grouped-audiences");
