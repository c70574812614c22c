import {
  countFixedPrices,
  findPriceList,
  type ListPrice,
  listPriceLists,
  readListPrices,
} from "../../catalog/price-lists.ts";
import type { PriceListRow } from "../../catalog/rows.ts";
import type { RequestContext } from "../context.ts";
import { notImplemented } from "../errors.ts";
import { gid, idOfType } from "../gid.ts";
import { connection, listConnection, type PageArguments, pageSize } from "../paging/connection.ts";
import { decodeCursor, encodeCursor } from "../paging/cursor.ts";
import { variantSource } from "./catalog-sources.ts";
import { decimal } from "./money.ts";
import type { ListResolver, TypeResolvers } from "./types.ts";

/** A price list as a resolver source. */
export function priceListSource(row: PriceListRow): PriceListRow & { __typename: "PriceList" } {
  return { ...row, __typename: "PriceList" };
}

/** The price list with this id, or null. */
export async function findPriceListSource(context: RequestContext, id: number) {
  const row = await findPriceList(context.store.pool, context.shop.domain, id);
  return row && priceListSource(row);
}

/** Root fields for price lists. */
export const priceListQueries: TypeResolvers = {
  priceList: (_root, args: { id: string }, context) =>
    findPriceListSource(context, idOfType(args.id, "PriceList")),
  priceLists: async (_root, args: PageArguments & { sortKey?: string | null }, context) => {
    if (args.sortKey && args.sortKey !== "ID")
      throw notImplemented(`the sort key ${args.sortKey} of price lists`);
    const lists = await listPriceLists(context.store.pool, context.shop.domain);
    return listConnection(lists.map(priceListSource), (list) => list.id, args);
  },
};

type PricesArguments = PageArguments & { originType?: ListPrice["originType"] | null; query?: string | null };

/** The fields of a price list. */
export const priceListResolvers: TypeResolvers = {
  id: (list: PriceListRow) => gid("PriceList", list.id),
  fixedPricesCount: (list: PriceListRow, _args, context) => countFixedPrices(context.store.pool, list),
  catalog: (list: PriceListRow) => ({
    __typename: "AppCatalog",
    id: gid("AppCatalog", list.catalog_id),
    title: list.catalog_title,
    status: "ACTIVE",
    priceList: priceListSource(list),
  }),
  parent: (list: PriceListRow) => ({
    adjustment: {
      type: Number(list.adjustment_percent) > 0 ? "PERCENTAGE_INCREASE" : "PERCENTAGE_DECREASE",
      value: Math.abs(Number(list.adjustment_percent)),
    },
    settings: { compareAtMode: "ADJUSTED" },
  }),
  /** A page of prices, by variant. Only forward. */
  prices: async (list: PriceListRow, args: PricesArguments, context) => {
    checkPrices(list, args, context);
    const { size, backward } = pageSize(args);
    if (backward || args.before || args.reverse) throw notImplemented("price lists read backward");
    const after = args.after ? decodeCursor(args.after, CURSOR_SORT) : null;
    const found = await readListPrices(context.store.pool, list, {
      afterVariantId: after?.last_id ?? 0,
      limit: size + 1,
      originType: args.originType ?? null,
    });
    const edges = found.slice(0, size).map((price, index) => ({
      node: price,
      cursor: encodeCursor({
        last_id: price.id,
        last_value: "",
        sort: CURSOR_SORT,
        rank: (after?.rank ?? 0) + index + 1,
      }),
    }));
    return connection(edges, found.length > size, after !== null);
  },
};

const CURSOR_SORT = "ID";

/** The connections of a price list that bulk operations read completely. */
export const priceListLists: Readonly<Record<string, ListResolver>> = {
  prices: (list: PriceListRow, args: PricesArguments, context) => {
    checkPrices(list, args, context);
    const page = { afterVariantId: 0, limit: null, originType: args.originType ?? null };
    return readListPrices(context.store.pool, list, page);
  },
};

/** The fields of a price in a price list. */
export const priceListPriceResolvers: TypeResolvers = {
  originType: (price: ListPrice) => price.originType,
  price: (price: ListPrice) => money(price.priceCents, price.list.currency),
  compareAtPrice: (price: ListPrice) =>
    price.compareAtPriceCents === null ? null : money(price.compareAtPriceCents, price.list.currency),
  variant: (price: ListPrice) => variantSource(price.variant),
};

function checkPrices(list: PriceListRow, args: PricesArguments, context: RequestContext): void {
  if (args.query) throw notImplemented("the search of prices");
  if (args.originType !== "FIXED" && list.currency !== context.shop.currency)
    throw notImplemented("relative prices in a currency other than the shop's");
}

function money(cents: number, currencyCode: string) {
  return { amount: decimal(cents, currencyCode), currencyCode };
}
