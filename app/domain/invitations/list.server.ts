import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import type { ExportFilter } from "~/core/exports/list-export.server";
import { defineSheet } from "~/core/exports/sheet-of-list.server";
import { type AnyListOf, listOf, type RowOf } from "~/core/lists/define-list.server";
import { column, columnsOf, field, shopDay } from "~/core/lists/define-row.server";
import type { Position } from "~/core/lists/keyset.server";
import type { PageRequest } from "~/core/lists/keyset-page";
import * as lists from "~/core/lists/list-query.server";
import { containsIndexed } from "~/core/lists/search.server";
import type { Shop } from "~/platform/auth/shops.server";
import { parseSearchDate } from "~/platform/dates/day-range";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import type { ListResult } from "~/platform/list";
import { slug } from "~/platform/sheets/spreadsheet";
import { refusalSql } from "./accept/refusals.server";
import { AUDIENCES, type AudienceId, invitationTags } from "./audiences";
import { INVITED_SCREENS, type InvitedAudience } from "./screens";
import {
  INVITATION_STATES,
  type InvitationPart,
  type InvitationState,
  type InvitationTab,
  STATE_NAMES,
  STATES_OF_PART,
  TAB_TITLES,
} from "./states";

const text = z.string();
/** ISO 8601. */
const instant = text;
const whole = z.number().int();

/** The filters of an invitation list. */
export interface InvitationQuery {
  audience: AudienceId;
  /** Only this group; the whole audience without one. */
  groupId?: string;
  tab: InvitationPart;
  /** Only this state. */
  state?: InvitationState;
  searchType: "Email" | "Date";
  searchValue: string;
}

/** The parameters of a page. */
export interface InvitationListRequest extends PageRequest, InvitationQuery {
  /** `"<column> asc|desc"` of the list's declaration. */
  sort?: string;
  pageSize?: number;
}

/** Higher counts are shown as "at least", because counting would be too expensive. */
const COUNT_UP_TO = 1_000;

/** The filter shared by a list, its count and its export. */
interface InvitationFilter {
  shop: Shop;
  query: InvitationQuery;
}

/** Invitations. Each order has an index. @throws 400 for a day that isn't valid */
export const invitationsQuery = lists.defineListQuery({
  from: sql`invitations_of_shop`,
  id: { by: sql`id`, type: "uuid" },
  sorts: { createdAt: { by: sql`invited_at`, type: "timestamptz" } },
  conditions: ({ shop, query }: InvitationFilter) => {
    const states: readonly InvitationState[] = query.state ? [query.state] : STATES_OF_PART[query.tab];
    return [
      sql`shop = ${shop.domain}`,
      sql`audience = ${query.audience}`,
      query.groupId === undefined ? undefined : sql`group_id = ${query.groupId}`,
      sql`state IN (${sql.raw(states.map((state) => `'${state}'`).join(", "))})`,
      ...searchConditions(query, shop),
    ];
  },
  total: () => ({ kind: "counted", upTo: COUNT_UP_TO }),
});

/**
 * An email search matches part of the address or name, or a prefix for one or two characters. A date search matches that day in
 * the shop's time zone.
 */
function searchConditions({ searchType, searchValue }: InvitationQuery, shop: Shop): SQL[] {
  if (!searchValue) return [];
  if (searchType === "Email") return [containsIndexed(sql`search_text`, searchValue, [" "])];
  const day = parseSearchDate(searchValue, shop.timeZone);
  if (!day) throw badRequest(`"${searchValue}" isn't a valid date. Use the format DD-MM-YYYY.`);
  return [sql`invited_at >= ${day.start}`, sql`invited_at < ${day.end}`];
}

/** A list of invitations. */
type InvitationList = AnyListOf & { query: lists.ListQuery<InvitationFilter> };

/** Since when an invitation has its state, and why its email failed or its registration was refused. */
export const STATE_AT = sql`coalesce(CASE state WHEN 'sent' THEN sent_at WHEN 'delivered' THEN delivered_at WHEN 'bounced' THEN bounced_at
                      WHEN 'accepted' THEN accepted_at WHEN 'expired' THEN expires_at WHEN 'revoked' THEN revoked_at
                      WHEN 'waiting' THEN waiting_at WHEN 'canceled' THEN canceled_at
                      WHEN 'declined' THEN canceled_at END,
           last_invited_at)`;
export const PROBLEM = sql`CASE state WHEN 'bounced' THEN last_error ELSE ${sql.raw(refusalSql({ id: "id", state: "state" }))} END`;

/** A person's full name. */
export const INVITED_NAME = sql`trim(first_name || ' ' || last_name)`;

const ONLY_USER_TYPES = { sheets: [AUDIENCES.usertype.list], width: 18 };

/** What all lists of invitations show of a person. @param invited the title of the day of the invitation in a spreadsheet */
export const personFields = (invited: string) => ({
  displayName: column(INVITED_NAME, text, {
    title: "Name",
    key: "name",
    sort: { by: nameOrder(sql`first_name || ' ' || last_name`), type: "text" },
    narrow: "title",
    width: 28,
  }),
  firstName: column(sql`first_name`, text, { title: "First Name", pages: [], ...ONLY_USER_TYPES }),
  lastName: column(sql`last_name`, text, { title: "Last Name", pages: [], ...ONLY_USER_TYPES }),
  email: column(sql`email`, text, {
    title: "Email",
    format: "email",
    sort: { by: sql`lower(email)`, type: "text" },
    narrow: "plain",
    below: "name",
    width: 34,
  }),
  createdAt: column(sql`invited_at`, instant, {
    title: "Invited Date",
    format: "date",
    sort: { by: sql`invited_at`, type: "timestamptz" },
    sheetTitle: invited,
    sheetRead: shopDay(sql`invited_at`),
    width: 14,
  }),
  state: column(sql`state`, z.enum(INVITATION_STATES), {
    title: "State",
    narrow: "plain",
    sheets: [AUDIENCES.usertype.list],
    sheet: (state: InvitationState) => STATE_NAMES[state],
    width: 14,
  }),
  /** Since when the state applies. */
  stateAt: field(STATE_AT, instant),
  /** Why the email failed; null otherwise. */
  problem: field(PROBLEM, text.nullable()),
  /** The latest email, for its page. */
  mailId: field(sql`mail_id`, text.nullable()),
});

const invitedList = (audience: InvitedAudience) =>
  listOf(invitationsQuery, {
    name: AUDIENCES[audience].list,
    row: {
      id: field(sql`id`, text),
      ...personFields("Created Date"),
      /** Those of the audience, and their own. */
      tags: column(
        columnsOf({
          audience: sql`audience`,
          is_mtd: sql`is_mtd`,
          additional_tags: sql`additional_tags`,
        }),
        z.array(text),
        {
          title: "Tags",
          narrow: "plain",
          width: 40,
          sheet: (granted: Parameters<typeof invitationTags>[0]) => invitationTags(granted).join(", "),
        },
        invitationTags,
      ),
      /** The number of requested emails. */
      mails: field(sql`mail_count`, whole),
      expiresAt: field(sql`expires_at`, instant),
      /** The number of the customer that they became. */
      customerId: field(sql`customer_id`, text.nullable()),
      isMtd: field(sql`is_mtd`, z.boolean()),
      /** An event's or a user type's id; else empty. */
      groupId: field(sql`group_id`, text),
      version: field(sql`version`, whole),
    },
    defaultSort: "createdAt desc",
    search: { maxLength: 60, hint: "Please enter email address / invited date (12/26/2021)" },
    pageSize: 25,
  });

/** The list of each screen of invited users. */
export const INVITED_LISTS = {
  partner: invitedList("partner"),
  retiree: invitedList("retiree"),
  invite: invitedList("invite"),
  toolconnect: invitedList("toolconnect"),
};

/** An invitation as these lists show it. */
export type InvitationRow = RowOf<typeof INVITED_LISTS.partner>;
export type InvitationPage = ListResult<InvitationRow>;

/**
 * A page of invitations, newest first by default.
 * @throws 400 for an unknown sort, or an invalid day or cursor
 */
export async function listInvitations<L extends InvitationList>(
  tx: ShopTransaction,
  context: CallContext,
  list: L,
  request: InvitationListRequest,
): Promise<ListResult<z.output<L["row"]>>> {
  const { shop } = context;
  const { audience, groupId, tab, state, searchType, searchValue } = request;
  const options = {
    list,
    filter: { shop, query: request },
    scope: [shop.domain, audience, groupId, tab, state, searchType, searchValue],
    request,
  };
  const page = await lists.readKeysetPage(list.query, options, ({ where, orderBy, position, limit, total }) =>
    lists.queryRows<{ position: Position; total: string | null }>(
      tx,
      sql`SELECT ${list.select}, ${position} AS position, ${total} AS total
              FROM invitations_of_shop WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit}`,
    ),
  );
  return lists.mapPage(page, (record) => list.rowOf(record, context) as z.output<L["row"]>);
}

/**
 * A page of invitations by number, from 1, with the total of all pages. Rows and total share one WHERE; ties are broken by id. Rows
 * before the page are skipped with an index-only scan from the nearer end of the list.
 * @throws 400 for an unknown sort or an invalid day
 */
export async function listByNumber<L extends InvitationList>(
  tx: ShopTransaction,
  context: CallContext,
  list: L,
  {
    query,
    order,
    page,
    pageSize,
  }: { query: InvitationQuery; order: lists.SortOrder; page: number; pageSize: number },
): Promise<{ rows: z.output<L["row"]>[]; total: number }> {
  const { shop } = context;
  const filter = { shop, query };
  const total = await lists.countRows(tx, list.query, filter);
  const before = (page - 1) * pageSize;
  const size = Math.min(pageSize, total - before);
  if (size <= 0) return { rows: [], total };
  const fromEnd = before > total / 2;
  const offset = fromEnd ? total - before - size : before;
  const { key, descending } = order;
  const readingOrder = lists.orderByOf(list.query, { key, descending: descending !== fromEnd });
  // Under the view's name, which fields may have.
  const records = await lists.queryRows<object>(
    tx,
    sql`SELECT ${list.select} FROM invitations AS invitations_of_shop WHERE shop = ${shop.domain} AND id = ANY(ARRAY(
          SELECT id FROM invitations_of_shop WHERE ${lists.whereOf(list.query, filter)}
           ORDER BY ${readingOrder} LIMIT ${size} OFFSET ${offset}))
         ORDER BY ${lists.orderByOf(list.query, order)}`,
  );
  return { rows: records.map((record) => list.rowOf(record, context)) as z.output<L["row"]>[], total };
}

/** What narrows a list of invitations besides its search. */
const invitationFilter = z.strictObject({ state: z.enum(INVITATION_STATES).optional() });

/** Declares the spreadsheet of such a list. Its parts are the tabs. @param order the fields in the order of its columns */
export const invitationSheet = (
  list: InvitationList,
  {
    audience,
    groupId,
    order,
    titleOf,
  }: {
    audience: AudienceId;
    groupId?: string;
    order: readonly string[];
    titleOf(tab: string): string;
  },
) =>
  defineSheet<InvitationFilter, z.infer<typeof invitationFilter>>(list, {
    name: audience,
    flag: AUDIENCES[audience].flag,
    order,
    pick: ({ shop, request }: ExportFilter<z.infer<typeof invitationFilter>>) => {
      const { part, searchType, searchValue, filter } = request;
      return {
        shop,
        query: {
          audience,
          groupId,
          tab: part as InvitationTab,
          state: filter.state,
          searchType,
          searchValue,
        },
      };
    },
    filter: invitationFilter,
    filterLines: ({ filter: { state } }) => (state ? [`State: ${STATE_NAMES[state]}`] : []),
    title: (part) => titleOf(TAB_TITLES[part as InvitationTab]),
    fileName: (part) => slug(titleOf(TAB_TITLES[part as InvitationTab])),
  });

const screenSheet = (audience: InvitedAudience) =>
  invitationSheet(INVITED_LISTS[audience], {
    audience,
    groupId: "",
    order: ["displayName", "email", "tags", "createdAt"],
    titleOf: (tab) => `${tab} ${INVITED_SCREENS[audience].title} Report`,
  });

/** The spreadsheet of each screen of invited users. */
export const INVITATION_SHEETS = {
  partner: screenSheet("partner"),
  retiree: screenSheet("retiree"),
  invite: screenSheet("invite"),
  toolconnect: screenSheet("toolconnect"),
};
