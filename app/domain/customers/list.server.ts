import { sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import type { Position } from "~/core/lists/keyset.server";
import { type PageRequest, pageRequest } from "~/core/lists/keyset-page";
import * as lists from "~/core/lists/list-query.server";
import { containsIndexed, MIN_TRIGRAM_LENGTH } from "~/core/lists/search.server";
import { definePalette, MAX_FOUND } from "~/core/palette/define-palette.server";
import { findEmailFirst } from "~/core/palette/email-first.server";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { ListResult } from "~/platform/list";
import { isVisibleTo } from "./detail.server";
import { CUSTOMER_FLAGS } from "./kinds";
import type { CustomerList, CustomerListRow } from "./list-row.server";
import { COUNT_UP_TO, type CustomerScope, type CustomerSearch } from "./selection.server";
import { customersOfShop as found } from "./tables.server";

/** Where a page of customers starts, and in which order. */
export const customerListQuery = z.object({
  ...pageRequest,
  sort: z.string().max(40).optional(),
  pageSize: z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(1)
    .max(100, "must be at most 100")
    .optional(),
});

/** A request for a page of customers. */
interface CustomerListRequest extends PageRequest, CustomerSearch {
  /** `"<column> asc|desc"` of the list's declaration. */
  sort?: string;
  pageSize?: number;
}

/**
 * A page of customers from the mirror.
 * @throws 400 for an order, a day or a cursor that is not this list's.
 */
export async function listCustomers<Remark = null>(
  context: CallContext,
  list: CustomerList,
  scope: CustomerScope<Remark>,
  request: CustomerListRequest,
): Promise<ListResult<CustomerListRow & { remark: Remark }>> {
  const { shop } = context;
  const { searchType, searchValue, narrowing } = request;
  const options = {
    list,
    filter: { shop, scope, search: request },
    scope: [shop.domain, scope.value, searchType, searchValue, narrowing?.name],
    request,
  };
  const isForText = searchValue !== "" && searchType === "Email";
  const isForDay = searchValue !== "" && searchType === "Date";
  const isByCreation = lists.readOrder(list, request.sort).key === "createdAt";
  // A day is a range of that order's indexes. How a text is found best depends on how many people share it.
  const hasOnePlan = !narrowing && !isForText && (!isForDay || isByCreation);
  const page = await lists.readKeysetPage(list.query, options, (selection) => {
    const { orderBy, position, limit, statementName } = selection;
    // The indexes of this order end with the text that is searched.
    const { from, where, total } =
      isForText && isByCreation
        ? findFirst(shop, selection, request)
        : { from: sql`customers_of_shop`, ...selection };
    const scopeName = scope.remark ? scope.value : scope.value !== undefined;
    return lists.queryShop<{ remark: Remark; position: Position; total: string | null }>(
      shop.domain,
      sql`SELECT ${list.select}, ${scope.remark ?? sql`NULL::json`} AS remark,
                 ${position} AS position, ${total} AS total
            FROM ${from} WHERE ${where} ORDER BY ${orderBy} LIMIT ${lists.inText(limit)}`,
      hasOnePlan ? `${statementName}:${scopeName}:${isForDay ? "day" : "all"}` : undefined,
    );
  });
  return lists.mapPage(page, (record) => ({
    ...(list.rowOf(record, context) as CustomerListRow),
    remark: record.remark,
  }));
}

/**
 * Finds the ids of a text search's page and counts what is found, then reads the rows of these ids. An index answers the first step
 * alone, so the thousands of others between the rows aren't read from the table.
 */
function findFirst(
  { domain }: Shop,
  { where, orderBy, limit }: lists.RowSelection,
  { last_id }: PageRequest,
) {
  const isFirstPage = last_id === undefined;
  const upTo = isFirstPage ? Math.max(limit, COUNT_UP_TO) : limit;
  const found = sql`SELECT id FROM customers_of_shop WHERE ${where} ORDER BY ${orderBy} LIMIT ${lists.inText(upTo)}`;
  return {
    from: sql`(SELECT array_agg(id) AS ids FROM (${found}) AS ordered) AS found, customers_of_shop`,
    where: sql`shop = ${domain} AND id = ANY (found.ids[:${lists.inText(limit)}])`,
    total: isFirstPage ? sql`least(cardinality(found.ids), ${lists.inText(COUNT_UP_TO)})` : sql`NULL::bigint`,
  };
}

/**
 * A customer's place in a list, and the customer after them.
 * @returns null for a customer who isn't in the mirror
 * @throws 400 for an order or a day that is not this list's
 */
export function readCustomerPlace(
  tx: ShopTransaction,
  shop: Shop,
  list: CustomerList,
  scope: CustomerScope,
  { customerId, sort, ...search }: CustomerSearch & { customerId: number; sort?: string },
): Promise<lists.Place | null> {
  return lists.readPlace(
    tx,
    list.query,
    { shop, scope, search },
    { order: lists.readOrder(list, sort), row: sql`shop = ${shop.domain} AND id = ${customerId}` },
  );
}

/** How many matching customers are compared to find the best ones. */
const MAX_MATCHES = 200;

/** Customers that have a card which the administrator may open, by name, email or number. One with exactly this email is found alone. */
export const customersInPalette = definePalette({
  name: "Customers",
  for: CUSTOMER_FLAGS,
  find({ administrator, text }) {
    const isNumber = /^\d{1,16}$/.test(text);
    if (!isNumber && text.length < MIN_TRIGRAM_LENGTH) return null;
    const isVisible = isVisibleTo(administrator);
    const matches = isNumber
      ? sql`${found.id} = ${Number(text)}`
      : containsIndexed(sql`${found.searchText}`, text, [" ", "@"]);
    const shown = sql`coalesce(nullif(display_name, ''), email, id::text) AS title, email AS detail`;
    return findEmailFirst(text, {
      exact: sql`SELECT CASE WHEN ${isVisible} THEN id END AS key, ${shown}
        FROM ${found} WHERE lower(${found.email}) = lower(${text}) LIMIT ${MAX_FOUND}`,
      anywhere: sql`SELECT id AS key, ${shown}
        FROM (SELECT * FROM ${found} WHERE ${matches} AND ${isVisible} LIMIT ${MAX_MATCHES}) AS matches
        ORDER BY lower(display_name), id LIMIT ${MAX_FOUND}`,
    });
  },
  address: ({ key }) => `/customers/${key}`,
});
