import { and, eq } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { InvitationScope } from "./audiences";
import type { Invitation } from "./invitation.server";
import { invitations } from "./tables.server";

/** Somebody who was invited at an address. */
export type InvitedThere = Pick<Invitation, "audience" | "id" | "email" | "firstName" | "lastName" | "state">;

/**
 * Who was invited at these addresses, in any capitals, by the address as it was asked for; whose invitation was deleted, too.
 * They are looked up through the view: row-level security alone would have the whole audience read (`customersOfShop` says why).
 */
export async function findAtAddresses(
  tx: ShopTransaction,
  shop: string,
  { audience, groupId }: InvitationScope,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, InvitedThere>> {
  const { rows } = await tx.$client.query<InvitedThere & { asked: string }>(
    `SELECT wanted.asked, audience, id, email, first_name AS "firstName", last_name AS "lastName", state
       FROM unnest($4::text[]) AS wanted(asked)
       JOIN invitations_of_shop
         ON shop = $1 AND audience = $2 AND group_id = $3 AND lower(email) = lower(wanted.asked)`,
    [shop, audience, groupId, addresses],
  );
  return new Map(rows.map(({ asked, ...found }) => [asked, found]));
}

/** The invitation of this address, its row locked until the transaction ends; undefined for an address that nobody was invited at. */
export async function lockAtAddress(
  tx: ShopTransaction,
  shop: string,
  scope: InvitationScope,
  address: string,
): Promise<Invitation | undefined> {
  const found = (await findAtAddresses(tx, shop, scope, [address])).get(address);
  if (!found) return undefined;
  const isIt = and(eq(invitations.shop, shop), eq(invitations.id, found.id));
  const [known] = await tx.select().from(invitations).where(isIt).for("update");
  return known;
}
