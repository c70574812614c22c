import { NATIONAL_PARTNER } from "~/domain/customers/kinds";
import { withShop } from "~/platform/db/with-shop.server";

/** The maximum number of partners in the filter. A search finds the customers of the others. */
const OFFERED = 500;

/** The partners in the mirror by name, each with its number of customers, which a trigger maintains. */
export async function readPartners(shop: string): Promise<{ name: string; count: number }[]> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ name: string; count: string }>(
      `SELECT status AS name, count FROM registration_counts
        WHERE shop = $1 AND registration = $2 AND count > 0 ORDER BY lower(status), status LIMIT $3`,
      [shop, NATIONAL_PARTNER.countedAs, OFFERED],
    ),
  );
  return rows.map(({ name, count }) => ({ name, count: Number(count) }));
}

/** How many national partners there are. */
export async function countNational(shop: string): Promise<number> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ count: string }>(
      "SELECT coalesce(sum(count), 0) AS count FROM registration_counts WHERE shop = $1 AND registration = $2",
      [shop, NATIONAL_PARTNER.countedAs],
    ),
  );
  return Number(rows[0]?.count ?? 0);
}
