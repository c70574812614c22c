import { and, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { defineList, type RowOf } from "~/core/lists/define-list.server";
import { column, columnsOf, field } from "~/core/lists/define-row.server";
import { readRow } from "~/core/lists/read-list.server";
import { contains } from "~/core/lists/search.server";
import { isoDateIn } from "~/platform/dates/instant";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import { withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { storefrontUrl } from "~/platform/personal-link.server";
import { pluralize } from "~/platform/text/pluralize";
import { type GiveawayFigures, phaseOf } from "./giveaway.server";
import { GIVEAWAY_NOT_FOUND, GIVEAWAYS_LIST, PHASES } from "./messages";
import { giveaways as giveaway } from "./tables.server";

const text = z.string();
const whole = z.number().int();

const SEARCH_TEXT = sql`lower(${giveaway.name} || ' ' || coalesce(${giveaway.description}, ''))`;

const isAlive = (shop: string): SQL | undefined =>
  and(eq(giveaway.shop, shop), eq(giveaway.isDeleted, false));

/**
 * The list on the tab Manage Giveaways. Days are YYYY-MM-DD in the shop's calendar. A shop has hundreds of giveaways, so orders without
 * an index are sorted on read.
 */
export const giveawaysList = defineList({
  name: GIVEAWAYS_LIST,
  few: "hundreds of giveaways",
  from: sql`${giveaway}`,
  id: { by: sql`${giveaway.id}`, type: "integer" },
  where: ({ shop }) => isAlive(shop.domain),
  row: {
    id: field(giveaway.id, whole),
    name: column(giveaway.name, text, {
      title: "Name",
      sort: { by: nameOrder(giveaway.name), type: "text" },
      narrow: "title",
    }),
    description: column(giveaway.description, text.nullable(), { title: "Description", narrow: "plain" }),
    startDate: column(sql`${giveaway.startDay}::text`, text.nullable(), {
      title: "Start Date",
      format: "day",
      sort: { by: sql`${giveaway.startDay}`, type: "date", isNullable: true },
    }),
    endDate: column(sql`${giveaway.endDay}::text`, text.nullable(), {
      title: "End Date",
      format: "day",
      sort: { by: sql`${giveaway.endDay}`, type: "date", isNullable: true },
    }),
    registrationCount: column(giveaway.registrationCount, whole.nullable(), {
      title: "Registration Count",
      sort: { by: sql`${giveaway.registrationCount}`, type: "integer" },
    }),
    /** An instant, ISO 8601. */
    createdDate: column(giveaway.createdAt, text, {
      title: "Created",
      format: "date",
      sort: { by: sql`${giveaway.createdAt}`, type: "timestamptz" },
    }),
    /** The number of registrations. */
    registered: field(giveaway.registered, whole),
    phase: field(
      columnsOf({
        startDay: giveaway.startDay,
        endDay: giveaway.endDay,
        registrationCount: giveaway.registrationCount,
        registered: giveaway.registered,
        closedAt: giveaway.closedAt,
      }),
      z.enum(PHASES),
      (figures: GiveawayFigures, { shop, clock }) => phaseOf(figures, clock.now(), shop.timeZone),
    ),
    /** The number of draws. */
    drawn: field(giveaway.drawn, whole),
    /** The address of its registration page. */
    link: field(giveaway.key, text, (key: string, { shop }) => storefrontUrl(shop.domain, `giveaway/${key}`)),
    isDeleted: field(giveaway.isDeleted, z.boolean()),
    /** Send it back with a change. */
    version: field(giveaway.version, whole),
  },
  orders: { registered: { by: sql`${giveaway.registered}`, type: "integer" } },
  filters: {},
  search: {
    maxLength: 60,
    hint: "Name or description",
    afterMs: 1_000,
    where: (search) => contains(SEARCH_TEXT, search),
  },
  defaultSort: "name asc",
  pageSize: 10,
});

/** A giveaway as calls answer it. */
export type Giveaway = RowOf<typeof giveawaysList>;

/** One giveaway, deleted or not. @throws 404 for an unknown id */
export async function readGiveaway(context: CallContext, id: number): Promise<Giveaway> {
  const { domain } = context.shop;
  const isGiveaway = sql`${giveaway.shop} = ${domain} AND ${giveaway.id} = ${id}`;
  const row = await withShop(domain, (tx) => readRow(tx, context, giveawaysList, isGiveaway));
  if (!row) throw notFound(GIVEAWAY_NOT_FOUND);
  return row;
}

/** The names of all giveaways that are not deleted. */
export const giveawayNames = ({ shop: { domain } }: CallContext): Promise<{ id: number; name: string }[]> =>
  withShop(domain, (tx) =>
    tx
      .select({ id: giveaway.id, name: giveaway.name })
      .from(giveaway)
      .where(isAlive(domain))
      .orderBy(nameOrder(giveaway.name), giveaway.id),
  );

/** The home page's figure: the number of giveaways open for registration. */
export async function readFigure({ shop: { domain, timeZone }, clock }: CallContext): Promise<string> {
  const today = isoDateIn(clock.now(), timeZone);
  const open = await withShop(domain, (tx) =>
    tx.$count(
      giveaway,
      and(
        isAlive(domain),
        isNull(giveaway.closedAt),
        or(isNull(giveaway.registrationCount), lt(giveaway.registered, giveaway.registrationCount)),
        sql`coalesce(${giveaway.startDay}, ${today}) <= ${today}`,
        sql`coalesce(${giveaway.endDay}, ${today}) >= ${today}`,
      ),
    ),
  );
  return pluralize(open, "open giveaway");
}
