import { type SQL, sql } from "drizzle-orm";
import { queryRows } from "~/core/lists/list-query.server";
import { escapeLike, MIN_TRIGRAM_LENGTH } from "~/core/lists/search.server";
import type { Administrator } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { isVisibleTo, readCardFlag } from "./detail.server";
import { customersOfShop as found } from "./tables.server";

/** A customer who may be the same person as another one. */
export interface PossibleDuplicate {
  id: string;
  displayName: string;
  email: string | null;
  createdAt: Date;
  isSameName: boolean;
  /** A mailbox that is written in another way, such as with a plus sign and a word. */
  isSameMailbox: boolean;
}

/** How many matching customers are compared. */
const MAX_COMPARED = 200;
const MAX_SHOWN = 5;

/**
 * Customers with the same name or the same mailbox as another one, newest first, of those whose card the administrator may open. None
 * for a customer who isn't in the mirror yet.
 * @throws as `readCardFlag`
 */
export async function findPossibleDuplicates(
  shop: string,
  administrator: Administrator,
  customerId: number,
): Promise<{ list: PossibleDuplicate[]; hasMore: boolean }> {
  return withShop(shop, async (tx) => {
    const [customer] = await queryRows<{ tags: string[]; name: string; email: string | null }>(
      tx,
      sql`SELECT tags, lower(display_name) AS name, lower(email) AS email FROM ${found} WHERE id = ${customerId}`,
    );
    if (!customer) return { list: [], hasMore: false };
    await readCardFlag(tx, { id: customerId, tags: customer.tags }, administrator);
    const rows = await readMatches(tx, { id: customerId, ...customer }, isVisibleTo(administrator));
    return { list: rows.slice(0, MAX_SHOWN), hasMore: rows.length > MAX_SHOWN };
  });
}

function readMatches(
  tx: ShopTransaction,
  { id, name, email }: { id: number; name: string; email: string | null },
  isVisible: SQL,
): Promise<PossibleDuplicate[]> {
  // Shopify names a customer without a name after the email address.
  const isSameName = name && name !== email ? sql`lower(display_name) = ${name}` : sql`false`;
  const isSameMailbox = email ? sql`fold_mailbox(email) = fold_mailbox(${email})` : sql`false`;
  // Each text has a trigram index to find it, which the exact comparison hasn't.
  const beginning = email?.split(/[+@]/)[0] ?? "";
  const candidates = [name, beginning].filter((text) => text.length >= MIN_TRIGRAM_LENGTH);
  if (candidates.length === 0) return Promise.resolve([]);
  // Some providers ignore dots: an address may have fewer of them.
  const patternOf = (text: string) => `%${text.split(".").map(escapeLike).join("%")}%`;
  const similar = candidates.map(
    (text) => sql`(SELECT id FROM ${found} WHERE ${found.searchText} LIKE ${patternOf(text)}
      AND id <> ${id} AND (${isSameName} OR ${isSameMailbox}) AND ${isVisible} LIMIT ${MAX_COMPARED})`,
  );
  return queryRows<PossibleDuplicate>(
    tx,
    sql`SELECT id::text AS id, display_name AS "displayName", email, created_at AS "createdAt",
               ${isSameName} AS "isSameName", coalesce(${isSameMailbox}, false) AS "isSameMailbox"
          FROM ${found} WHERE id IN (${sql.join(similar, sql` UNION `)})
         ORDER BY created_at DESC, id DESC LIMIT ${MAX_SHOWN + 1}`,
  );
}
