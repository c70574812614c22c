import { subDays } from "date-fns";
import { and, eq, gte, sql } from "drizzle-orm";
import { type DeskLine, defineDeskLine } from "~/core/desk/desk-line.server";
import { mails } from "~/core/mail/tables.server";
import { visibleRows } from "~/platform/auth/visible-rows.server";
import { mailList } from "./list.server";

const DAYS = 7;

const unsentLine = (state: "bounced" | "failed", noun: string): DeskLine =>
  defineDeskLine({
    name: `mail-${state}`,
    for: "signed-in",
    urgency: "today",
    noun: `${noun} in the last ${DAYS} days`,
    nouns: `${noun.replace("email", "emails")} in the last ${DAYS} days`,
    action: "Look at them",
    address: `/mail?tab=${state}&days=${DAYS}`,
    list: mailList.name,
    records: ({ shop, administrator, now }) => ({
      from: sql`${mails}`,
      at: sql`${mails.createdAt}`,
      where: and(
        eq(mails.shop, shop.domain),
        eq(mails.state, state),
        gte(mails.createdAt, subDays(now, DAYS)),
        visibleRows(administrator, mails),
      ),
    }),
  });

export const bouncedMails = unsentLine("bounced", "email bounced");
export const failedMails = unsentLine("failed", "email couldn't be sent");
