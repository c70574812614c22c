import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { ListResult } from "~/platform/list";
import type { AnyList, AnyListOf, Picked } from "./define-list.server";
import type { Position } from "./keyset.server";
import type { PageRequest } from "./keyset-page";
import * as lists from "./list-query.server";

/**
 * A page of a list by its number, from 1. `isExact` is false when more rows match than are counted: the pages end where the count does.
 * @param within the transaction to read in, if there is one
 * @throws 400 for an order that the list doesn't have
 */
export async function readNumbered<L extends AnyList>(
  reader: CallContext,
  list: L,
  {
    sort,
    order = lists.readOrder(list, sort),
    page,
    pageSize,
    filter,
  }: { page: number; pageSize: number; sort?: string; order?: lists.SortOrder; filter: Picked<L> },
  within?: ShopTransaction,
): Promise<{ rows: z.output<L["row"]>[]; total: number; isExact: boolean }> {
  const { select, countedUpTo, pageAs } = list;
  // One more shows that there are more.
  const query = countedUpTo === undefined ? list.query : countingTo(list, countedUpTo + 1);
  const picked = { ...filter, reader } as never;
  const read = (tx: ShopTransaction) =>
    lists.readNumberedPage(
      tx,
      query,
      { filter: picked, order, page, pageSize },
      async ({ where, orderBy, limit, offset, total }) => {
        const rows = sql`${total} AS "$total" FROM ${lists.fromOf(query, picked)}
             WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${offset}`;
        // What is selected beside an offset is read of the rows before it, too.
        const statement = pageAs
          ? sql`SELECT ${select}, "$total" FROM (SELECT *, ${rows}) AS ${sql.identifier(pageAs)} ORDER BY ${orderBy}`
          : sql`SELECT ${select}, ${rows}`;
        return pagedOf(await lists.queryRows<PagedRecord>(tx, statement));
      },
    );
  const { rows, total } = await (within ? read(within) : withShop(reader.shop.domain, read));
  return {
    rows: rows.map(({ record }) => list.rowOf(record, reader)) as z.output<L["row"]>[],
    total: Math.min(total, countedUpTo ?? total),
    isExact: countedUpTo === undefined || total <= countedUpTo,
  };
}

/**
 * A page of a list by keyset. Its total says "at least" when more rows match than are counted.
 * @param within as of `readNumbered`
 * @throws 400 for an order that the list doesn't have, and for a cursor of another list, shop, order or filter
 */
export async function readKeyset<L extends AnyList>(
  reader: CallContext,
  list: L,
  { filter, ...request }: PageRequest & { sort?: string; filter: Picked<L> },
  within?: ShopTransaction,
): Promise<ListResult<z.output<L["row"]>>> {
  const { query, select } = list;
  const { domain } = reader.shop;
  const picked = { ...filter, reader } as never;
  const isNarrowed = Object.values(filter).some((value) => value !== undefined && value !== "");
  const page = await lists.readKeysetPage(
    query,
    { list, filter: picked, scope: [domain, filter], request },
    async ({ where, orderBy, position, limit, total, statementName }) => {
      const statement = sql`SELECT ${select}, ${position} AS "$position", ${total} AS "$total" FROM ${lists.fromOf(query, picked)}
             WHERE ${where} ORDER BY ${orderBy} LIMIT ${lists.inText(limit)}`;
      // The whole list has one plan in each order. How a filter is read best depends on its value.
      const name = isNarrowed || list.isPersonal ? undefined : statementName;
      return pagedOf(
        await (within
          ? lists.queryRows<PagedRecord>(within, statement, name)
          : lists.queryShop<PagedRecord>(domain, statement, name)),
      );
    },
  );
  return lists.mapPage(page, ({ record }) => list.rowOf(record, reader)) as ListResult<z.output<L["row"]>>;
}

/** A row's place and the total beside its own fields, which may have any name. */
interface PagedRecord {
  $position: Position;
  $total: string | null;
}

const pagedOf = (records: readonly PagedRecord[]) =>
  records.map((record) => ({ record, position: record.$position, total: record.$total }));

const countingTo = ({ query }: AnyList, upTo: number): AnyList["query"] => ({
  ...query,
  total(filter) {
    const total = query.total?.(filter);
    return total?.kind === "stored" ? total : { ...total, kind: "counted", upTo };
  },
});

/** One row of a list, whatever narrows the list. @param row picks it, its shop included @param reader of fields that depend on one */
export async function readRow<L extends AnyListOf>(
  tx: ShopTransaction,
  reader: CallContext | undefined,
  { query: { from }, select, rowOf }: L,
  row: SQL,
): Promise<z.output<L["row"]> | undefined> {
  const where = typeof from === "function" ? from({ reader } as never) : from;
  const [record] = await lists.queryRows<object>(
    tx,
    sql`SELECT ${select} FROM ${where} WHERE ${row} LIMIT 1`,
  );
  return record && (rowOf(record, reader) as z.output<L["row"]>);
}

/** The first rows of a list in its own order. */
export async function readFirst<L extends AnyList>(
  tx: ShopTransaction,
  reader: CallContext,
  list: L,
  { filter, limit }: { filter: Picked<L>; limit: number },
): Promise<z.output<L["row"]>[]> {
  const { query, select } = list;
  const picked = { ...filter, reader } as never;
  const rows = await lists.queryRows<object>(
    tx,
    sql`SELECT ${select} FROM ${lists.fromOf(query, picked)}
         WHERE ${lists.whereOf(query, picked)} ORDER BY ${lists.orderByOf(query, lists.readOrder(list))} LIMIT ${limit}`,
  );
  return rows.map((row) => list.rowOf(row, reader)) as z.output<L["row"]>[];
}
