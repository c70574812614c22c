import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import {
  defineListQuery,
  readNumberedPage,
  type SortOrder,
  type SortsOf,
} from "~/core/lists/list-query.server";
import { contains } from "~/core/lists/search.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { codesList, ExpirationFilter } from "./codes-list";
import type { ShopCode } from "./register/register-operation.server";
import { partners, registrationCodes } from "./tables.server";

/** The codes of a list. */
export interface CodeFilter {
  shop: string;
  active: ExpirationFilter;
  search: string;
  /** YYYY-MM-DD in the shop's calendar. */
  today: string;
}

const PARTNER_NAME = sql`(SELECT p.name FROM ${partners} AS p
  WHERE p.shop = ${registrationCodes.shop} AND p.handle = ${registrationCodes.partnerHandle})`;

const SEARCH_TEXT = sql`lower(concat_ws(' ', ${registrationCodes.code}, ${PARTNER_NAME}, array_to_string(${registrationCodes.tags}, ' ')))`;

const ACTIVE: Record<ExpirationFilter, (today: string) => SQL | undefined> = {
  Active: (today) =>
    sql`${registrationCodes.endDay} >= ${today} AND ${registrationCodes.deactivatedAt} IS NULL`,
  Inactive: (today) =>
    sql`(${registrationCodes.endDay} < ${today} OR ${registrationCodes.deactivatedAt} IS NOT NULL)`,
  All: () => undefined,
};

/** A shop has at most thousands of codes, so they are sorted on read. */
const codesQuery = defineListQuery({
  from: sql`${registrationCodes}`,
  id: { by: sql`${registrationCodes.id}`, type: "integer" },
  sorts: {
    id: "id",
    registrationCode: { by: sql`lower(${registrationCodes.code})`, type: "text" },
    startDate: { by: sql`${registrationCodes.startDay}`, type: "date" },
    endDate: { by: sql`${registrationCodes.endDay}`, type: "date" },
    partner: { by: PARTNER_NAME, type: "text", isNullable: true },
    currentRegistrationCount: { by: sql`${registrationCodes.currentCount}`, type: "integer" },
  } satisfies SortsOf<typeof codesList>,
  conditions: ({ shop, active, search, today }: CodeFilter) => [
    eq(registrationCodes.shop, shop),
    ACTIVE[active](today),
    search ? contains(SEARCH_TEXT, search) : undefined,
  ],
});

/** A page of codes, with the total. */
export async function findCodes(
  tx: ShopTransaction,
  filter: CodeFilter,
  page: { order: SortOrder; page: number; pageSize: number },
): Promise<{ rows: ShopCode[]; total: number }> {
  const { rows, total } = await readNumberedPage(
    tx,
    codesQuery,
    { filter, ...page },
    ({ where, orderBy, limit, offset, total }) =>
      tx
        .select({ code: registrationCodes, total })
        .from(registrationCodes)
        .where(where)
        .orderBy(orderBy)
        .limit(limit)
        .offset(offset),
  );
  return { rows: rows.map(({ code }) => code), total };
}

/** The texts of codes by id. */
export async function readCodeTexts(
  tx: ShopTransaction,
  shop: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await tx
    .select({ id: registrationCodes.id, code: registrationCodes.code })
    .from(registrationCodes)
    .where(and(eq(registrationCodes.shop, shop), inArray(registrationCodes.id, [...ids])));
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** How many codes can be used on a day of the shop's calendar. @param today YYYY-MM-DD */
export const countUsableCodes = (tx: ShopTransaction, shop: string, today: string): Promise<number> =>
  tx.$count(
    registrationCodes,
    sql`${registrationCodes.shop} = ${shop} AND ${registrationCodes.startDay} <= ${today}
      AND ${registrationCodes.endDay} >= ${today} AND ${registrationCodes.deactivatedAt} IS NULL
      AND (${registrationCodes.maxCount} IS NULL OR ${registrationCodes.currentCount} < ${registrationCodes.maxCount})`,
  );
