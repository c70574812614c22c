import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { defineList, filter, type RowOf } from "~/core/lists/define-list.server";
import { column, columnsOf, field } from "~/core/lists/define-row.server";
import { contains } from "~/core/lists/search.server";
import { isoDateIn } from "~/platform/dates/instant";
import { storefrontUrl } from "~/platform/personal-link.server";
import { CODE_STATUSES, CODES_LIST, type CodeFigures, codeStatus, EXPIRATION_FILTERS } from "./code-tags";
import { partner } from "./schemas";
import { registrationCodes as code, partners } from "./tables.server";

const text = z.string();
const whole = z.number().int();

const PARTNER_NAME = sql`(SELECT p.name FROM ${partners} AS p
  WHERE p.shop = ${code.shop} AND p.handle = ${code.partnerHandle})`;

const SHOWN_PARTNER = sql`coalesce(${PARTNER_NAME}, ${code.partnerHandle})`;

const SEARCH_TEXT = sql`lower(concat_ws(' ', ${code.code}, ${PARTNER_NAME}, array_to_string(${code.tags}, ' ')))`;

const ACTIVE: Record<(typeof EXPIRATION_FILTERS)[number], (today: string) => SQL | undefined> = {
  Active: (today) => sql`${code.endDay} >= ${today} AND ${code.deactivatedAt} IS NULL`,
  Inactive: (today) => sql`(${code.endDay} < ${today} OR ${code.deactivatedAt} IS NOT NULL)`,
  All: () => undefined,
};

/** A shop's registration codes, newest first. There are at most thousands, so they are sorted on read. Days are YYYY-MM-DD. */
export const codesList = defineList({
  name: CODES_LIST,
  few: "hundreds of codes",
  from: sql`${code}`,
  id: { by: sql`${code.id}`, type: "integer" },
  where: ({ shop }) => eq(code.shop, shop.domain),
  row: {
    id: column(code.id, whole, { title: "ID", sort: "id", align: "end", narrow: "hidden" }),
    registrationCode: column(code.code, text, {
      title: "Registration Code",
      sort: { by: sql`lower(${code.code})`, type: "text" },
      narrow: "title",
    }),
    startDate: column(sql`${code.startDay}::text`, text, {
      title: "Start Date",
      format: "day",
      sort: { by: sql`${code.startDay}`, type: "date" },
    }),
    endDate: column(sql`${code.endDay}::text`, text, {
      title: "End Date",
      format: "day",
      sort: { by: sql`${code.endDay}`, type: "date" },
      below: "startDate",
    }),
    partner: field(columnsOf({ handle: code.partnerHandle, name: SHOWN_PARTNER }), partner),
    partnerName: column(SHOWN_PARTNER, text, {
      title: "Partner",
      key: "partner",
      sort: { by: PARTNER_NAME, type: "text", isNullable: true },
    }),
    spendLimit: column(code.spendLimit, whole.nullable(), { title: "Spend Limit", align: "end" }),
    tags: column(sql`array_to_string(${code.tags}, ', ')`, text, { title: "Tags" }),
    maxRegistrationCount: column(code.maxCount, whole.nullable(), { title: "Max Count", align: "end" }),
    currentRegistrationCount: column(code.currentCount, whole, {
      title: "Current Count",
      sort: { by: sql`${code.currentCount}`, type: "integer" },
      align: "end",
    }),
    emailDomains: field(code.emailDomains, z.array(text)),
    status: field(
      columnsOf({
        startDay: code.startDay,
        endDay: code.endDay,
        maxCount: code.maxCount,
        currentCount: code.currentCount,
        deactivatedAt: code.deactivatedAt,
      }),
      z.enum(CODE_STATUSES),
      (figures: CodeFigures, { shop, clock }) => codeStatus(figures, isoDateIn(clock.now(), shop.timeZone)),
    ),
    /** The public page with this code filled in. */
    link: field(
      code.code,
      text,
      (code: string, { shop }) =>
        `${storefrontUrl(shop.domain, "registration")}?${new URLSearchParams({ code })}`,
    ),
    /** Send it back with a change. */
    version: field(code.version, whole),
  },
  filters: {
    /** Active, Inactive (after their last day) or All, in any letter case; all when absent. */
    active: filter(
      text
        .default("All")
        .transform((text) => EXPIRATION_FILTERS.find((one) => one.toLowerCase() === text.toLowerCase()))
        .pipe(z.enum(EXPIRATION_FILTERS, `must be one of: ${EXPIRATION_FILTERS.join(", ")}`)),
      { where: (active, { shop, clock }) => ACTIVE[active](isoDateIn(clock.now(), shop.timeZone)) },
    ),
  },
  search: {
    maxLength: 60,
    hint: "Part of a code, partner or tag",
    where: (search) => contains(SEARCH_TEXT, search),
  },
  defaultSort: "id desc",
  pageSize: 25,
  density: "compact",
});

/** A registration code as calls answer it. */
export type RegistrationCode = RowOf<typeof codesList>;

/** The condition of one code. */
export const isCode = (shop: string, id: number): SQL => sql`${code.shop} = ${shop} AND ${code.id} = ${id}`;
