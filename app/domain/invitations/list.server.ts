import type { Shop } from "~/platform/auth/shops.server";
import type { PageRequest } from "~/platform/contract/page";
import { dayOf } from "~/platform/day";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { keyset } from "~/platform/keyset.server";
import { assertSort, type ListDeclaration } from "~/platform/list";
import { type AudienceId, invitationTags } from "./audiences";
import type { InvitationPage, InvitationRow } from "./row";
import { type InvitationState, type InvitationTab, STATES_OF_TAB } from "./states";

/** Which invitations are asked for. */
export interface InvitationQuery {
  audience: AudienceId;
  /** Only those of this group; all of the audience without one. */
  groupId?: string;
  tab: InvitationTab | "all";
  /** Only those in this state. */
  state?: InvitationState;
  searchType: "Email" | "Date";
  searchValue: string;
}

/** What a page of them is asked for with. */
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
  /** The value that the list is ordered by, as PostgreSQL writes it. */
  sort_key: string;
  total: string | null;
}

/** What of an invitation its lists and exports read. */
export const INVITATION_COLUMNS = `id, audience, group_id, first_name, last_name, email, additional_tags, invited_at, state,
  coalesce(CASE state WHEN 'sent' THEN sent_at WHEN 'delivered' THEN delivered_at WHEN 'bounced' THEN bounced_at
                      WHEN 'accepted' THEN accepted_at WHEN 'expired' THEN expires_at WHEN 'revoked' THEN revoked_at END,
           last_invited_at) AS state_at,
  CASE state WHEN 'bounced' THEN last_error END AS last_error, mail_count, mail_id, expires_at, customer_id, is_mtd, version`;

const SORTS: Record<string, { expression: string; type: string }> = {
  createdAt: { expression: "invited_at", type: "timestamptz" },
  name: { expression: "lower(first_name || ' ' || last_name)", type: "text" },
  email: { expression: "lower(email)", type: "text" },
};

/** How invitations are put in the order of a list's column. @throws 400 for a column without an index */
export function invitationOrder(key: string): { expression: string; type: string } {
  const order = SORTS[key];
  if (!order) throw badRequest(`The list cannot be sorted by "${key}".`);
  return order;
}

/** Above this many, a count says "at least": counting further would cost more than it tells. */
const COUNT_UP_TO = 1_000;

/**
 * A page of invitations, newest first unless told otherwise. Rows and count share one WHERE; ties are broken by id.
 * @throws 400 for an order, a day or a cursor that is not this list's
 */
export async function listInvitations(
  tx: ShopTransaction,
  shop: Shop,
  list: ListDeclaration,
  request: InvitationListRequest,
): Promise<InvitationPage> {
  const sort = assertSort(request.sort ?? list.defaultSort, list);
  const sortBy = invitationOrder(sort.key);
  const { values, bind, where } = selectInvitations(shop, request);
  const { beside, descending, limit, page } = keyset(request, {
    of: [
      list.name,
      shop.domain,
      request.audience,
      request.groupId ?? null,
      request.tab,
      request.state ?? null,
      sort,
      request.searchType,
      request.searchValue,
    ],
    descending: sort.descending,
    pageSize: request.pageSize ?? list.pageSize,
  });
  const total = beside
    ? "NULL::bigint"
    : `(SELECT count(*) FROM (SELECT 1 FROM invitations_of_shop WHERE ${where} LIMIT ${COUNT_UP_TO}) AS found)`;
  const onwards = beside
    ? ` AND (${sortBy.expression}, id) ${descending ? "<" : ">"} (${bind(beside[0])}::${sortBy.type}, ${bind(beside[1])}::uuid)`
    : "";
  const order = descending ? "DESC" : "ASC";
  const { rows } = await tx.$client.query<PagedRecord>(
    `SELECT ${INVITATION_COLUMNS}, ${sortBy.expression}::text AS sort_key, ${total} AS total
       FROM invitations_of_shop WHERE ${where}${onwards}
      ORDER BY ${sortBy.expression} ${order}, id ${order} LIMIT ${bind(limit)}`,
    values,
  );
  const count = Number(rows[0]?.total ?? 0);
  return page(rows, {
    positionOf: (record: PagedRecord) => [record.sort_key, record.id],
    rowOf: invitationRowOf,
    total: beside ? null : { count, exact: count < COUNT_UP_TO },
  });
}

/**
 * The condition that picks invitations from `invitations_of_shop`, alike for pages, counts and exports.
 * @throws 400 for a day that is none
 */
export function selectInvitations(shop: Shop, query: InvitationQuery) {
  const values: unknown[] = [shop.domain];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const states = query.state ? [query.state] : statesOf(query.tab);
  const filters = [
    "shop = $1",
    `audience = ${bind(query.audience)}`,
    ...(query.groupId === undefined ? [] : [`group_id = ${bind(query.groupId)}`]),
    `state IN (${states.map((state) => `'${state}'`).join(", ")})`,
    ...searchFilter(query, shop, bind),
  ];
  return { values, bind, where: filters.join(" AND ") };
}

const statesOf = (tab: InvitationQuery["tab"]): readonly InvitationState[] =>
  tab === "all" ? [...STATES_OF_TAB.invited, ...STATES_OF_TAB.registered] : STATES_OF_TAB[tab];

/** Shorter texts have no trigram, so that everything would be read to find them inside of words. */
const SHORTEST_PART = 3;

/**
 * An e-mail search looks for a part of the address or of the name, with one or two characters for the beginning of one; a date
 * search means that day in the shop's time zone.
 */
function searchFilter(
  { searchType, searchValue }: InvitationQuery,
  shop: Shop,
  bind: (value: unknown) => string,
): string[] {
  if (!searchValue) return [];
  if (searchType === "Email") {
    const literal = searchValue.toLowerCase().replace(/[\\%_]/g, "\\$&");
    return searchValue.length >= SHORTEST_PART
      ? [`search_text LIKE ${bind(`%${literal}%`)}`]
      : [`(search_text LIKE ${bind(`${literal}%`)} OR search_text LIKE ${bind(`% ${literal}%`)})`];
  }
  const day = dayOf(searchValue, shop.timeZone);
  if (!day) throw badRequest(`"${searchValue}" is not a day. Write it as DD-MM-YYYY.`);
  return [`invited_at >= ${bind(day.start)}`, `invited_at < ${bind(day.end)}`];
}

/** A record as the calls answer it. */
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
