import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { Refusal } from "~/platform/errors";
import type { AudienceId, InvitationScope } from "./audiences";
import { type GroupedAudience, groupedAudiences, type Particulars } from "./grouped-audience.server";
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

/** A warning for the administrator before so many people are invited, or null. */
export const invitationWarning = async (
  tx: ShopTransaction,
  shop: string,
  { audience, groupId }: InvitationScope,
  people: number,
): Promise<string | null> => (await groupedAudience(audience)?.warn?.(tx, shop, groupId, people)) ?? null;

/** Checks an acceptance right before it runs. @throws as `GroupedAudience.admit` */
export const admitInvited = async (tx: ShopTransaction, invitation: Invitation): Promise<void> =>
  groupedAudience(invitation.audience)?.admit?.(tx, invitation);
