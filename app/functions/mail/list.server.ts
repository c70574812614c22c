import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { defineList, filter, type RowOf } from "~/core/lists/define-list.server";
import { column, defineRow, field } from "~/core/lists/define-row.server";
import { contains } from "~/core/lists/search.server";
import { withinDays } from "~/core/lists/within-days.server";
import { MAIL_STATES } from "~/core/mail/mail-text";
import { mailsOfShop as mails } from "~/core/mail/tables.server";
import { adminUrl } from "~/domain/customers/list-row.server";
import { customerNumber } from "~/domain/customers/mirror-row";
import { visibleRows } from "~/platform/auth/visible-rows.server";
import { MAIL_TABS, STATES_OF } from "./list";

const text = z.string();
/** ISO 8601. */
const instant = text;

const row = {
  id: field(sql`${mails.id}`, text),
  createdAt: column(sql`${mails.createdAt}`, instant, { title: "When", format: "time" }),
  to: column(
    sql`json_build_object('email', ${mails.toEmail}, 'name', coalesce(${mails.toName}, ''))`,
    z.object({ email: text, name: text }),
    { title: "To", narrow: "title" },
  ),
  /** The name of its text, as the settings show it. */
  kind: field(
    sql`${mails.textId}`,
    text,
    (id: string, { declarations }) => declarations.mailTexts.get(id)?.name ?? id,
  ),
  subject: column(sql`${mails.subject}`, text, { title: "Subject", narrow: "plain" }),
  state: column(sql`${mails.state}`, z.enum(MAIL_STATES), { title: "State", narrow: "plain" }),
  /** Why it wasn't sent, or not yet. */
  problem: column(sql`coalesce(${mails.lastError}, '')`, text, { title: "Why", narrow: "plain" }),
};

/** A customer's id finds the emails about them. Other text is part of an address. */
function matches(search: string): SQL {
  const customerId = customerNumber(search);
  if (customerId !== null) return eq(mails.customerId, customerId);
  return contains(sql`lower(${mails.toEmail})`, search);
}

/** The emails that an administrator may see, newest first. */
export const mailList = defineList({
  name: "mail",
  from: sql`${mails}`,
  id: { by: sql`${mails.id}`, type: "uuid" },
  where: ({ shop, administrator }) => and(eq(mails.shop, shop.domain), visibleRows(administrator, mails)),
  row,
  filters: {
    tab: filter(z.enum(MAIL_TABS, `must be one of: ${MAIL_TABS.join(", ")}`).default("all"), {
      where(tab) {
        const states = STATES_OF[tab];
        return states ? inArray(mails.state, [...states]) : undefined;
      },
    }),
    days: withinDays(mails.createdAt),
  },
  search: { maxLength: 254, hint: "Email address, or id of a customer", where: matches },
  orders: { createdAt: { by: sql`${mails.createdAt}`, type: "timestamptz" } },
  defaultSort: "createdAt desc",
  pageSize: 25,
});

export type MailRow = RowOf<typeof mailList>;

/** An email with its text and its delivery. */
export const mailDetail = defineRow({
  ...row,
  text: field(sql`${mails.textBody}`, text),
  html: field(sql`${mails.htmlBody}`, text),
  attempts: field(sql`${mails.attempts}`, z.number().int()),
  messageId: field(sql`${mails.messageId}`, text),
  nextAttemptAt: field(
    sql`CASE WHEN ${mails.state} = 'queued' AND ${mails.attempts} > 0 THEN ${mails.nextAttemptAt} END`,
    instant.nullable(),
  ),
  endedAt: field(sql`${mails.endedAt}`, instant.nullable()),
  customer: field(
    sql`${mails.customerId}`,
    z.object({ id: text, url: text }).nullable(),
    (id: string | number | null, { shop }) =>
      id === null ? null : { id: String(id), url: adminUrl(shop.domain, id) },
  ),
  /** It has a personal link, which is inserted only while it is sent. */
  hasPersonalLink: field(sql`${mails.linkId} IS NOT NULL`, z.boolean()),
});

export interface MailDetail extends z.output<typeof mailDetail.schema> {
  /** Its address is blocked after a bounce. */
  isStopped: boolean;
}
