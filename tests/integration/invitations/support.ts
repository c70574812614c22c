import type { InvitationScope } from "~/domain/invitations/audiences";
import type { Invitation } from "~/domain/invitations/invitation.server";
import type { Inviting } from "~/domain/invitations/invite.server";
import type { Invitee } from "~/domain/invitations/person";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { DEMO } from "../../support/test-shop.ts";

export const PARTNERS: InvitationScope = { audience: "partner", groupId: "" };
export const OWNER = { id: "1", name: "Olivia Owner" };

let requests = 0;
/** An invitation's request at this moment, each one of its own. */
export const inviting = (more: Partial<Inviting> = {}): Inviting => ({
  by: OWNER,
  now: new Date(),
  operationId: `request-${++requests}`,
  ...more,
});

/** Does something in a transaction of its own. */
export async function inShop<Result>(work: (tx: ShopTransaction) => Promise<Result>, shop = DEMO) {
  const { withShop } = await import("~/platform/db/with-shop.server");
  return withShop(shop, work);
}

/** Invites a person as a partner in its own transaction. */
export async function invitePartner(
  email: string,
  {
    person = {},
    request = inviting(),
    shop = DEMO,
  }: {
    person?: Partial<Invitee>;
    request?: Inviting;
    shop?: string;
  } = {},
): Promise<Invitation> {
  const { invite } = await import("~/domain/invitations/invite.server");
  const invited = { firstName: "Ana", lastName: "Martin", additionalTags: [], email, ...person };
  return inShop((tx) => invite(tx, shop, PARTNERS, invited, request), shop);
}

/** These people were last invited an hour ago, as time would have it. */
export async function invitedAnHourAgo(...ids: string[]): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  const long =
    "UPDATE invitations SET last_invited_at = now() - interval '1 hour' WHERE id = ANY($1::uuid[])";
  await database().query(long, [ids]);
}

/** An invitation's current row. */
export async function invitationNow(id: string): Promise<Record<string, unknown>> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query("SELECT * FROM invitations WHERE id = $1", [id]);
  return rows[0];
}

/** A clock that is ahead. */
export const later = (minutes: number) => ({ now: () => new Date(Date.now() + minutes * 60_000) });

/** A row of the calls that save invited people. */
export const row = (email: string, more: Record<string, unknown> = {}) => ({
  id: "",
  first_name: "Ana",
  last_name: "Martin",
  email,
  additional_tags: "",
  ...more,
});
