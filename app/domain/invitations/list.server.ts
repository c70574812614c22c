import { type SQL, sql } from "drizzle-orm";
import type { Position } from "~/core/lists/keyset.server";
import type { PageRequest } from "~/core/lists/keyset-page";
import { defineListQuery, mapPage, queryRows, readKeysetPage } from "~/core/lists/list-query.server";
import { containsIndexed } from "~/core/lists/search.server";
import type { Shop } from "~/platform/auth/shops.server";
import { parseSearchDate } from "~/platform/dates/day-range";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import type { ListDeclaration } from "~/platform/list";
import { refusalSql } from "./accept/refusals.server";
import { type AudienceId, invitationTags } from "./audiences";
import type { InvitationPage, InvitationRow } from "./row";
import { type InvitationPart, type InvitationState, STATES_OF_PART } from "./states";

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

/** An invitation as `INVITATION_COLUMNS` reads it. */
export interface InvitationRecord {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  additional_tags: string[];
  invited_at: Date;
  state: InvitationState;
  state_at: Date;
  last_error: string | null;
  mail_count: number;
  mail_id: string | null;
  expires_at: Date;
  customer_id: string | null;
  is_mtd: boolean;
  group_id: string;
  audience: AudienceId;
  version: number;
}

interface PagedRecord extends InvitationRecord {
  position: Position;
  total: string | null;
}

/** The columns that lists and exports read. */
export const INVITATION_COLUMNS = sql`id, audience, group_id, first_name, last_name, email, additional_tags, invited_at, state,
  coalesce(CASE state WHEN 'sent' THEN sent_at WHEN 'delivered' THEN delivered_at WHEN 'bounced' THEN bounced_at
                      WHEN 'accepted' THEN accepted_at WHEN 'expired' THEN expires_at WHEN 'revoked' THEN revoked_at
                      WHEN 'waiting' THEN waiting_at WHEN 'canceled' THEN canceled_at
                      WHEN 'declined' THEN canceled_at END,
           last_invited_at) AS state_at,
  CASE state WHEN 'bounced' THEN last_error ELSE ${sql.raw(refusalSql({ id: "id", state: "state" }))} END AS last_error, mail_count, mail_id, expires_at, customer_id, is_mtd, version`;

/** Higher counts are shown as "at least", because counting would be too expensive. */
const COUNT_UP_TO = 1_000;

/** The filter shared by a list, its count and its export. */
export interface InvitationFilter {
  shop: Shop;
  query: InvitationQuery;
}

/** Invitations. Each order has an index. @throws 400 for a day that isn't valid */
export const invitationsQuery = defineListQuery({
  from: sql`invitations_of_shop`,
  id: { by: sql`id`, type: "uuid" },
  sorts: {
    createdAt: { by: sql`invited_at`, type: "timestamptz" },
    name: { by: nameOrder(sql`first_name || ' ' || last_name`), type: "text" },
    email: { by: sql`lower(email)`, type: "text" },
  },
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
 * A page of invitations, newest first by default.
 * @throws 400 for an unknown sort, or an invalid day or cursor
 */
export async function listInvitations(
  tx: ShopTransaction,
  shop: Shop,
  list: ListDeclaration,
  request: InvitationListRequest,
): Promise<InvitationPage> {
  const { audience, groupId, tab, state, searchType, searchValue } = request;
  const options = {
    list,
    filter: { shop, query: request },
    scope: [shop.domain, audience, groupId, tab, state, searchType, searchValue],
    request,
  };
  const page = await readKeysetPage(invitationsQuery, options, ({ where, orderBy, position, limit, total }) =>
    queryRows<PagedRecord>(
      tx,
      sql`SELECT ${INVITATION_COLUMNS}, ${position} AS position, ${total} AS total
              FROM invitations_of_shop WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit}`,
    ),
  );
  return mapPage(page, invitationRowOf);
}

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

/** A record as the API returns it. */
export const invitationRowOf = (record: InvitationRecord): InvitationRow => ({
  id: record.id,
  displayName: `${record.first_name} ${record.last_name}`.trim(),
  firstName: record.first_name,
  lastName: record.last_name,
  email: record.email,
  tags: invitationTags(record),
  createdAt: record.invited_at.toISOString(),
  state: record.state,
  stateAt: record.state_at.toISOString(),
  problem: record.last_error,
  mails: record.mail_count,
  mailId: record.mail_id,
  expiresAt: record.expires_at.toISOString(),
  customerId: record.customer_id,
  isMtd: record.is_mtd,
  groupId: record.group_id,
  version: record.version,
});
