import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { CallContext } from "~/platform/contract/context.server";
import { numberedPage } from "~/platform/contract/numbered-page";
import { calendarDay } from "~/platform/day";
import { withShop } from "~/platform/db/with-shop.server";
import type { Giveaway } from "./contract";
import { findGiveaway, giveawayOf } from "./giveaway.server";
import type { SortField } from "./list";
import { giveaways } from "./tables.server";

/** What a page of giveaways is asked for with. */
export interface GiveawaysRequest {
  /** A part of the name or the description. */
  search: string;
  sortField: SortField;
  sortOrder: "asc" | "desc";
  /** Counted from 1. */
  page: number;
  pageSize: number;
}

/** What the list is ordered by. A shop has hundreds of giveaways: those without an index of their own are sorted as asked. */
const ORDERS: Record<SortField, SQL> = {
  name: sql`lower(${giveaways.name})`,
  startDate: sql`${giveaways.startDay}`,
  endDate: sql`${giveaways.endDay}`,
  registrationCount: sql`${giveaways.registrationCount}`,
  registered: sql`${giveaways.registered}`,
  createdDate: sql`${giveaways.createdAt}`,
};

const alive = (shop: string) => and(eq(giveaways.shop, shop), eq(giveaways.isDeleted, false));

/** A page of giveaways. Rows and total share one WHERE; ties are broken by id. */
export async function listGiveaways(
  { shop, clock }: CallContext,
  { search, sortField, sortOrder, page, pageSize }: GiveawaysRequest,
) {
  const literal = `%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const found = search
    ? sql`(lower(${giveaways.name}) LIKE ${literal} OR lower(${giveaways.description}) LIKE ${literal})`
    : undefined;
  const where = and(alive(shop.domain), found);
  const order = sortOrder === "desc" ? desc : asc;
  return withShop(shop.domain, async (tx) => {
    const rows = await tx
      .select()
      .from(giveaways)
      .where(where)
      .orderBy(order(ORDERS[sortField]), order(giveaways.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize);
    const [counted] = await tx.select({ total: sql<string>`count(*)` }).from(giveaways).where(where);
    const list = rows.map((row) => giveawayOf(row, shop, clock.now()));
    return numberedPage(list, { total: Number(counted?.total ?? 0), page, pageSize });
  });
}

/** Every giveaway that is not deleted, by name. */
export async function giveawayNames({
  shop: { domain },
}: CallContext): Promise<{ id: number; name: string }[]> {
  return withShop(domain, (tx) =>
    tx
      .select({ id: giveaways.id, name: giveaways.name })
      .from(giveaways)
      .where(alive(domain))
      .orderBy(ORDERS.name, giveaways.id),
  );
}

/** One giveaway, also a deleted one. @throws 404 when the shop has none of this id */
export async function readGiveaway({ shop, clock }: CallContext, id: number): Promise<Giveaway> {
  const giveaway = await withShop(shop.domain, (tx) => findGiveaway(tx, shop.domain, id));
  return giveawayOf(giveaway, shop, clock.now());
}

/** The home page's figure: how many giveaways one can register for now. */
export async function readFigure({ shop: { domain, timeZone }, clock }: CallContext): Promise<string> {
  const today = calendarDay(clock.now(), timeZone);
  const [row] = await withShop(domain, (tx) =>
    tx
      .select({ open: sql<string>`count(*)` })
      .from(giveaways)
      .where(
        and(
          alive(domain),
          isNull(giveaways.closedAt),
          sql`coalesce(${giveaways.startDay}, ${today}) <= ${today}`,
          sql`coalesce(${giveaways.endDay}, ${today}) >= ${today}`,
        ),
      ),
  );
  const open = Number(row?.open ?? 0);
  return `${open.toLocaleString("en-US")} open ${open === 1 ? "giveaway" : "giveaways"}`;
}
