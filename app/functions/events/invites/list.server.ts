import { sql } from "drizzle-orm";
import { z } from "zod";
import { listOf, type RowOf } from "~/core/lists/define-list.server";
import { column, field } from "~/core/lists/define-row.server";
import { AUDIENCES } from "~/domain/invitations/audiences";
import { INVITED_NAME, invitationsQuery, PROBLEM, STATE_AT } from "~/domain/invitations/list.server";
import { INVITATION_STATES } from "~/domain/invitations/states";
import { INVITEES_PER_PAGE } from "./list";

const text = z.string();
/** ISO 8601. */
const instant = text;

/** An event's invitees with their state, latest first. */
export const inviteesList = listOf(invitationsQuery, {
  name: AUDIENCES.event.list,
  row: {
    id: field(sql`id`, text),
    name: column(INVITED_NAME, text, { title: "Name", narrow: "title" }),
    email: column(sql`email`, text, { title: "Email", format: "email", narrow: "plain" }),
    /** The shop's name. */
    store: column(sql`shop`, text, { title: "Store" }, (_domain: string, { shop }) => shop.name),
    /** The invited date. */
    date: column(sql`invited_at`, instant, { title: "Invited Date" }),
    state: column(sql`state`, z.enum(INVITATION_STATES), { title: "State", narrow: "plain" }),
    /** Since when that is so. */
    stateAt: field(STATE_AT, instant),
    /** Why the email wasn't delivered. Null otherwise. */
    problem: field(PROBLEM, text.nullable()),
    /** The number of the customer that they became. */
    customerId: field(sql`customer_id`, text.nullable()),
  },
  defaultSort: "date desc",
  search: { maxLength: 60, hint: "enter email address" },
  pageSize: INVITEES_PER_PAGE,
  density: "compact",
});

/** A person on an event's list, with the specified fields and their state. */
export type InviteeRow = RowOf<typeof inviteesList>;
