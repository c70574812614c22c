import { type SQL, sql } from "drizzle-orm";
import { defineListQuery } from "~/core/lists/list-query.server";
import { contains } from "~/core/lists/search.server";
import type { Shop } from "~/platform/auth/shops.server";
import { parseSearchDate } from "~/platform/dates/day-range";
import { readTogether } from "~/platform/db/read-shop.server";
import { withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { NATIONAL_PARTNER, type RegisteredKind } from "./kinds";

/** Which customers a list shows. */
export interface CustomerScope<Remark = unknown> {
  /** A column of the mirror that is null for other customers, and has an index for each order of the list. */
  column: "student_status" | "staff_status" | "national_partner";
  /** Only those with this value. */
  value?: string;
  /** The name under which `registration_counts` counts them, by value. */
  countedAs: RegisteredKind | typeof NATIONAL_PARTNER.countedAs;
  /** What a module adds to a row: an expression over `customers_of_shop`. */
  remark?: SQL<Remark>;
}

/** A condition that a module adds to a search. */
export interface Narrowing {
  /** Tells it from others: a page's cursor is valid for one search only. */
  name: string;
  condition(shop: Shop): SQL;
}

/** What is searched for among them. An empty value finds everyone. */
export interface CustomerSearch {
  searchType: "Email" | "Date";
  searchValue: string;
  narrowing?: Narrowing;
}

/** True for a search that looks for some of them only. */
const isNarrowed = ({ searchValue, narrowing }: CustomerSearch): boolean =>
  searchValue !== "" || narrowing !== undefined;

/** Above this many, a search says "at least": counting further would cost more than it shows. */
export const COUNT_UP_TO = 100;

/** Which customers of a shop a list, its count or its export has. */
export interface CustomerFilter {
  shop: Shop;
  scope: CustomerScope;
  search: CustomerSearch;
}

/** The mirror's customers. A list adds the orders of its columns. Each has an index. @throws 400 for a day that isn't valid */
export const customersQuery = defineListQuery({
  from: sql`customers_of_shop`,
  id: { by: sql`id`, type: "bigint" },
  sorts: {
    createdAt: { by: sql`created_at`, type: "timestamptz" },
  },
  conditions: ({ shop, scope, search }: CustomerFilter) => [
    sql`shop = ${shop.domain}`,
    scope.value === undefined
      ? sql`${sql.raw(scope.column)} IS NOT NULL`
      : sql`${sql.raw(scope.column)} = ${scope.value}`,
    ...searchConditions(search, shop),
    search.narrowing?.condition(shop),
  ],
  // A trigger keeps the count of the whole list. A search counts its own rows, up to a limit.
  total: ({ shop, scope, search }) =>
    isNarrowed(search)
      ? { kind: "counted", upTo: COUNT_UP_TO }
      : { kind: "stored", count: storedCount(shop, scope) },
});

const storedCount = (shop: Shop, { countedAs, value }: CustomerScope) =>
  sql`SELECT sum(count)::bigint FROM registration_counts WHERE shop = ${shop.domain} AND registration = ${countedAs}${
    value === undefined ? sql`` : sql` AND status = ${value}`
  }`;

/** An email search looks for a part of the address or of the name; a date search means that day in the shop's time zone. */
function searchConditions({ searchType, searchValue }: CustomerSearch, shop: Shop): SQL[] {
  if (!searchValue) return [];
  if (searchType === "Email") return [contains(sql`search_text`, searchValue)];
  const day = parseSearchDate(searchValue, shop.timeZone);
  if (!day) throw badRequest(`"${searchValue}" isn't a valid date. Use DD-MM-YYYY.`);
  return [sql`created_at >= ${day.start}`, sql`created_at < ${day.end}`];
}

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
