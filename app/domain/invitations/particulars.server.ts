import { eventAudience } from "~/domain/events/audience.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import type { AudienceId, InvitationScope } from "./audiences";
import type { Invitation } from "./invitation.server";
import { userTypeGroup } from "./user-types/find.server";

/** What an audience made of groups knows of one of them. */
export interface Particulars {
  /** What the invitation is to, for the mail and the public page, such as an event's name. */
  title: string;
  /** More of it, one line each, such as an event's days. */
  details: readonly string[];
  /** The tags of whoever accepts. */
  tags: readonly string[];
  /** Links end at this moment at the latest; null without one. */
  endsAt: Date | null;
}

/** An audience whose invitations belong to a group: an event, a user type. */
export interface GroupedAudience {
  /** @throws 404 for a group that is not there, 409 for one that nobody can be invited to any more */
  read(tx: ShopTransaction, shop: string, groupId: string): Promise<Particulars>;
  /**
   * What `admit` would say at this moment, for whoever only looks.
   * @throws as `admit`
   */
  assertOpen?(tx: ShopTransaction, shop: string, groupId: string): Promise<void>;
  /**
   * Right before an acceptance is carried out, in the transaction that writes it down, such as an event's capacity. Those who are
   * being accepted at this moment (`invitation_acceptances`) have their place already.
   * @throws a refusal with a sentence for the invited person; the invitation then stays as it is
   */
  admit?(tx: ShopTransaction, invitation: Invitation): Promise<void>;
}

/** The audiences that are made of groups, one line each. */
const GROUPED: Partial<Record<AudienceId, GroupedAudience>> = {
  event: eventAudience,
  usertype: userTypeGroup,
};

const PLAIN: Particulars = { title: "", details: [], tags: [], endsAt: null };

/** What an invitation is to. @throws as `GroupedAudience.read` */
export const readParticulars = async (
  tx: ShopTransaction,
  shop: string,
  { audience, groupId }: InvitationScope,
): Promise<Particulars> => (await GROUPED[audience]?.read(tx, shop, groupId)) ?? PLAIN;

/** Whether somebody could accept now. @throws as `GroupedAudience.assertOpen` */
export const assertOpenTo = async (
  tx: ShopTransaction,
  shop: string,
  { audience, groupId }: InvitationScope,
): Promise<void> => GROUPED[audience]?.assertOpen?.(tx, shop, groupId);

/** Why nobody could accept now: the group is gone, or the event is full, for example. Null when somebody could. */
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

/** Right before somebody's acceptance is carried out. @throws as `GroupedAudience.admit` */
export const admitInvited = async (tx: ShopTransaction, invitation: Invitation): Promise<void> =>
  GROUPED[invitation.audience]?.admit?.(tx, invitation);
