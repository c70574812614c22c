import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { defineListQuery, readNumberedPage, type SortExpression } from "~/core/lists/list-query.server";
import { numberedPage } from "~/core/lists/numbered-page";
import { contains } from "~/core/lists/search.server";
import { isoDateIn } from "~/platform/dates/instant";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import { withShop } from "~/platform/db/with-shop.server";
import { pluralize } from "~/platform/text/pluralize";
import { findGiveaway, giveawayOf } from "./giveaway.server";
import type { SortField } from "./list";
import type { Giveaway } from "./schemas";
import { giveaways } from "./tables.server";

/** The parameters of a page of giveaways. */
export interface GiveawaysRequest {
  /** Part of the name or the description. */
  search: string;
  sortField: SortField;
  sortOrder: "asc" | "desc";
  /** Counted from 1. */
  page: number;
  pageSize: number;
}

const alive = (shop: string) => and(eq(giveaways.shop, shop), eq(giveaways.isDeleted, false));

const SEARCH_TEXT = sql`lower(${giveaways.name} || ' ' || coalesce(${giveaways.description}, ''))`;

/** A shop has hundreds of giveaways, so sort orders without an index are sorted on read. */
const giveawaysQuery = defineListQuery({
  from: sql`${giveaways}`,
  id: { by: sql`${giveaways.id}`, type: "integer" },
  sorts: {
    name: { by: nameOrder(giveaways.name), type: "text" },
    startDate: { by: sql`${giveaways.startDay}`, type: "date", isNullable: true },
    endDate: { by: sql`${giveaways.endDay}`, type: "date", isNullable: true },
    registrationCount: { by: sql`${giveaways.registrationCount}`, type: "integer" },
    registered: { by: sql`${giveaways.registered}`, type: "integer" },
    createdDate: { by: sql`${giveaways.createdAt}`, type: "timestamptz" },
  } satisfies Record<SortField, SortExpression>,
  conditions: ({ shop, search }: { shop: string; search: string }) => [
    alive(shop),
    search ? contains(SEARCH_TEXT, search) : undefined,
  ],
});

/** A page of giveaways. */
export async function listGiveaways(
  { shop, clock }: CallContext,
  { search, sortField, sortOrder, page, pageSize }: GiveawaysRequest,
) {
  const filter = { shop: shop.domain, search };
  const order = { key: sortField, descending: sortOrder === "desc" };
  return withShop(shop.domain, async (tx) => {
    const { rows, total } = await readNumberedPage(
      tx,
      giveawaysQuery,
      { filter, order, page, pageSize },
      ({ where, orderBy, limit, offset, total }) =>
        tx
          .select({ giveaway: giveaways, total })
          .from(giveaways)
          .where(where)
          .orderBy(orderBy)
          .limit(limit)
          .offset(offset),
    );
    const list = rows.map(({ giveaway }) => giveawayOf(giveaway, shop, clock.now()));
    return numberedPage(list, { total, page, pageSize });
  });
}

/** The names of all giveaways that are not deleted. */
export async function giveawayNames({
  shop: { domain },
}: CallContext): Promise<{ id: number; name: string }[]> {
  return withShop(domain, (tx) =>
    tx
      .select({ id: giveaways.id, name: giveaways.name })
      .from(giveaways)
      .where(alive(domain))
      .orderBy(nameOrder(giveaways.name), giveaways.id),
  );
}

/** One giveaway, deleted or not. @throws 404 for an unknown id */
export async function readGiveaway({ shop, clock }: CallContext, id: number): Promise<Giveaway> {
  const giveaway = await withShop(shop.domain, (tx) => findGiveaway(tx, shop.domain, id));
  return giveawayOf(giveaway, shop, clock.now());
}

/** The home page's figure: the number of giveaways open for registration. */
export async function readFigure({ shop: { domain, timeZone }, clock }: CallContext): Promise<string> {
  const today = isoDateIn(clock.now(), timeZone);
  const [row] = await withShop(domain, (tx) =>
    tx
      .select({ open: sql<string>`count(*)` })
      .from(giveaways)
      .where(
        and(
          alive(domain),
          isNull(giveaways.closedAt),
          or(isNull(giveaways.registrationCount), lt(giveaways.registered, giveaways.registrationCount)),
          sql`coalesce(${giveaways.startDay}, ${today}) <= ${today}`,
          sql`coalesce(${giveaways.endDay}, ${today}) >= ${today}`,
        ),
      ),
  );
  const open = Number(row?.open ?? 0);
  return pluralize(open, "open giveaway");
}
