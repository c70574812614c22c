import { readTogether } from "~/platform/db/read-shop.server";
import { withShop } from "~/platform/db/with-shop.server";
import { NATIONAL_PARTNER, type RegisteredKind } from "./kinds";

/** How many customers have each status of a registration. A trigger keeps the counts, so reading them costs the same at any size. */
export async function readStatusCounts(
  shop: string,
  registration: RegisteredKind,
): Promise<ReadonlyMap<string, number>> {
  const rows = await readTogether<{ status: string; count: string }>(shop, {
    name: "registration-counts",
    text: "SELECT status, count FROM registration_counts WHERE shop = $1 AND registration = $2",
    values: [shop, registration],
  });
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
}

/** The maximum number of partners in the filter. A search finds the customers of the others. */
const OFFERED = 500;

/** The national partners in the mirror by name, each with its number of customers. The same trigger keeps them. */
export async function readNationalPartners(shop: string): Promise<{ name: string; count: number }[]> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ name: string; count: string }>(
      `SELECT status AS name, count FROM registration_counts
        WHERE shop = $1 AND registration = $2 AND count > 0 ORDER BY lower(status), status LIMIT $3`,
      [shop, NATIONAL_PARTNER.countedAs, OFFERED],
    ),
  );
  return rows.map(({ name, count }) => ({ name, count: Number(count) }));
}

/** How many customers have a national partner. */
export async function countNational(shop: string): Promise<number> {
  const { rows } = await withShop(shop, (tx) =>
    tx.$client.query<{ count: string }>(
      "SELECT coalesce(sum(count), 0) AS count FROM registration_counts WHERE shop = $1 AND registration = $2",
      [shop, NATIONAL_PARTNER.countedAs],
    ),
  );
  return Number(rows[0]?.count ?? 0);
}
