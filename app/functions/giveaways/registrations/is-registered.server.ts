import { and, eq } from "drizzle-orm";
import { isSwitchOn } from "~/core/settings/switches.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { ShopGiveaway } from "../giveaway.server";
import { aliasesAsOneAddress } from "../switches";
import { giveawayEntrants } from "../tables.server";

/** Whether an address already takes part, also under a plus-alias where the shop counts those as one address. */
export async function isRegistered(
  tx: ShopTransaction,
  { shop, id }: Pick<ShopGiveaway, "shop" | "id">,
  address: string,
): Promise<boolean> {
  const isSame = (await isSwitchOn(tx, shop, aliasesAsOneAddress))
    ? eq(giveawayEntrants.mailbox, mailboxOf(address))
    : eq(giveawayEntrants.address, address);
  const [entrant] = await tx
    .select({ number: giveawayEntrants.number })
    .from(giveawayEntrants)
    .where(and(eq(giveawayEntrants.shop, shop), eq(giveawayEntrants.giveawayId, id), isSame))
    .limit(1);
  return entrant !== undefined;
}

/** The same rule as in the column `mailbox`. */
const mailboxOf = (address: string): string => address.replace(/^([^+@]+)\+[^@]*@/, "$1@");
