import { sql } from "drizzle-orm";
import { z } from "zod";
import { listOf } from "~/core/lists/define-list.server";
import { column, field } from "~/core/lists/define-row.server";
import { defineListQuery } from "~/core/lists/list-query.server";
import { contains } from "~/core/lists/search.server";
import { GUEST_STATES, type GuestState } from "~/domain/events/guests/guest-state";
import { refusalSql } from "~/domain/invitations/accept/refusals.server";
import type { InvitationState } from "~/domain/invitations/states";
import { eventCheckIns } from "../tables.server";
import { CHECK_IN_LIST, CHECK_IN_PAGE, type CheckInTab } from "./tabs";

/** Which guests of an event, who are all but the revoked ones without a tab. */
interface GuestFilter {
  shop: string;
  eventId: number;
  tab?: CheckInTab;
  search?: string;
}

const NAME = sql`lower(g.first_name || ' ' || g.last_name)`;
const REFUSAL = sql.raw(refusalSql({ id: "g.id", state: "g.state" }));

const OF_TAB: Record<CheckInTab, string> = {
  registered: "g.state = 'accepted'",
  came: "c.at IS NOT NULL",
  waiting: "g.state = 'waiting'",
  canceled: "g.state = 'canceled'",
  invited: "g.state NOT IN ('accepted', 'waiting', 'canceled')",
};

/** The guests of an event, as their page and its counts pick them. */
export const guestsQuery = defineListQuery({
  from: ({ eventId }: GuestFilter) => sql`invitations_of_shop AS g
    LEFT JOIN ${eventCheckIns} AS c ON c.shop = g.shop AND c.event_id = ${eventId} AND c.invitation_id = g.id`,
  id: { by: sql`g.id`, type: "uuid" },
  sorts: {
    name: { by: NAME, type: "text" },
    // The order in which guests move up.
    waiting: { by: sql`g.waiting_at`, type: "timestamptz", isNullable: true },
    // Guests that Shopify refused need a decision of staff.
    refused: { by: sql`${REFUSAL} IS NULL, ${NAME}`, type: "text" },
  },
  conditions: ({ shop, eventId, tab, search }) => [
    sql`g.shop = ${shop} AND g.audience = 'event' AND g.group_id = ${String(eventId)} AND g.state <> 'revoked'`,
    tab && sql.raw(OF_TAB[tab]),
    search ? contains(sql`g.search_text`, search) : undefined,
  ],
});

const GUEST_STATE_OF: Partial<Record<InvitationState, GuestState>> = {
  accepted: "attending",
  waiting: "waiting",
  canceled: "canceled",
};

/** An invitation's state as that of a guest. Null for one who hasn't answered. */
export const guestStateOf = (state: InvitationState): GuestState | null => GUEST_STATE_OF[state] ?? null;

const text = z.string();

/** An event's check-in list, by name: a person with registration and check-in. Instants are ISO 8601. */
export const checkInList = listOf(guestsQuery, {
  name: CHECK_IN_LIST,
  few: "the guests of one event",
  row: {
    name: column(sql`trim(g.first_name || ' ' || g.last_name)`, text, { title: "Name", narrow: "title" }),
    email: column(sql`g.email`, text, { title: "Email", format: "email", narrow: "plain" }),
    checkedInAt: column(sql`c.at`, text.nullable(), {
      title: "Checked in",
      key: "checkedIn",
      narrow: "plain",
    }),
    id: field(sql`g.id`, text),
    isRegistered: field(sql`g.state = 'accepted'`, z.boolean()),
    /** Null for a guest who hasn't answered. */
    state: field(sql`g.state`, z.enum(GUEST_STATES).nullable(), guestStateOf),
    /** Why Shopify refused the guest's registration. Null unless it did, and nothing followed. */
    refusal: field(REFUSAL, text.nullable()),
    checkedInBy: field(sql`c.by_name`, text.nullable()),
  },
  defaultSort: "name asc",
  search: { maxLength: 60, hint: "Name or email address", afterMs: 300 },
  pageSize: CHECK_IN_PAGE,
});

export const guest = checkInList.row;
export type Guest = z.output<typeof guest>;
