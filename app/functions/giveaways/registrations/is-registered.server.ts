import { and, eq, or, sql } from "drizzle-orm";
import { isSwitchOn } from "~/core/settings/switches.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { comparableAddress } from "~/platform/mail-address";
import type { ShopGiveaway } from "../giveaway.server";
import { aliasesAsOneAddress } from "../switches";
import { giveawayEntrants as entrants } from "../tables.server";

/**
 * Whether the mailbox of an address already takes part: under any alias at the large providers, and under any plus-alias where the shop
 * counts those of all domains as one.
 */
export async function isRegistered(
  tx: ShopTransaction,
  { shop, id }: Pick<ShopGiveaway, "shop" | "id">,
  email: string,
): Promise<boolean> {
  const isSame = or(
    eq(entrants.foldedMailbox, sql`fold_mailbox(${email})`),
    (await isSwitchOn(tx, shop, aliasesAsOneAddress))
      ? eq(entrants.mailbox, withoutAlias(comparableAddress(email)))
      : undefined,
  );
  const [entrant] = await tx
    .select({ number: entrants.number })
    .from(entrants)
    .where(and(eq(entrants.shop, shop), eq(entrants.giveawayId, id), isSame))
    .limit(1);
  return entrant !== undefined;
}

/** The same rule as in the column `mailbox`. */
const withoutAlias = (address: string): string => address.replace(/^([^+@]+)\+[^@]*@/, "$1@");
