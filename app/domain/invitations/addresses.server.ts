import { and, eq } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { InvitationScope } from "./audiences";
import type { Invitation } from "./invitation.server";
import { invitations } from "./tables.server";

/** An invitation found by its address. */
export type InvitationAtAddress = Pick<
  Invitation,
  "audience" | "id" | "email" | "firstName" | "lastName" | "state"
>;

/**
 * The invitations of these addresses, deleted ones too, keyed by the address as given. Case doesn't matter. The query goes through
 * the view: with row-level security alone it would read the whole audience (see `customersOfShop`).
 */
export async function findAtAddresses(
  tx: ShopTransaction,
  shop: string,
  { audience, groupId }: InvitationScope,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, InvitationAtAddress>> {
  const { rows } = await tx.$client.query<InvitationAtAddress & { requested: string }>(
    `SELECT wanted.requested, audience, id, email, first_name AS "firstName", last_name AS "lastName", state
       FROM unnest($4::text[]) AS wanted(requested)
       JOIN invitations_of_shop
         ON shop = $1 AND audience = $2 AND group_id = $3 AND lower(email) = lower(wanted.requested)`,
    [shop, audience, groupId, addresses],
  );
  return new Map(rows.map(({ requested, ...found }) => [requested, found]));
}

/** The invitation of this address, locked until the transaction ends; undefined if there is none. */
export async function lockAtAddress(
  tx: ShopTransaction,
  shop: string,
  scope: InvitationScope,
  address: string,
): Promise<Invitation | undefined> {
  const found = (await findAtAddresses(tx, shop, scope, [address])).get(address);
  if (!found) return undefined;
  const isIt = and(eq(invitations.shop, shop), eq(invitations.id, found.id));
  const [invitation] = await tx.select().from(invitations).where(isIt).for("update");
  return invitation;
}
