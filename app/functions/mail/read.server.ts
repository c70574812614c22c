import { and, eq, getViewSelectedFields, inArray, type SQL, sql } from "drizzle-orm";
import type { CallContext, Declarations } from "~/core/context.server";
import type { PageRequest } from "~/core/lists/keyset-page";
import { defineListQuery, mapPage, readKeysetPage, type SortsOf } from "~/core/lists/list-query.server";
import { contains } from "~/core/lists/search.server";
import { findStop } from "~/core/mail/stops.server";
import { mails, mailsOfShop } from "~/core/mail/tables.server";
import { adminUrl } from "~/domain/customers/list-row";
import { customerNumber } from "~/domain/customers/mirror-row";
import { visibleRows } from "~/platform/auth/visible-rows.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import type { ListResult } from "~/platform/list";
import { type MailTab, mailList, STATES_OF } from "./list";
import type { MailDetail, MailRow } from "./schemas";

export type Mail = typeof mails.$inferSelect;

/** The caller, their shop, and the names of the emails. */
export type Caller = Pick<CallContext, "shop" | "administrator" | "declarations">;

interface MailFilter {
  caller: Caller;
  tab: MailTab;
  search: string;
}

const mailsQuery = defineListQuery({
  from: sql`${mailsOfShop}`,
  id: { by: sql`${mailsOfShop.id}`, type: "uuid" },
  sorts: { createdAt: { by: sql`${mailsOfShop.createdAt}`, type: "timestamptz" } } satisfies SortsOf<
    typeof mailList
  >,
  conditions: ({ caller: { shop, administrator }, tab, search }: MailFilter) => {
    const states = STATES_OF[tab];
    return [
      eq(mailsOfShop.shop, shop.domain),
      visibleRows(administrator, mailsOfShop),
      states ? inArray(mailsOfShop.state, [...states]) : undefined,
      search ? searched(search) : undefined,
    ];
  },
});

/**
 * A page of the emails that the caller may see, newest first.
 * @throws 400 for a cursor of another list
 */
export async function listMails(
  caller: Caller,
  { search = "", tab, ...request }: PageRequest & { search?: string; tab: MailTab },
): Promise<ListResult<MailRow>> {
  const { domain } = caller.shop;
  const page = await withShop(domain, (tx) =>
    readKeysetPage(
      mailsQuery,
      { list: mailList, filter: { caller, tab, search }, scope: [domain, tab, search], request },
      ({ where, orderBy, limit, position }) =>
        tx
          .select({ mail: getViewSelectedFields(mailsOfShop), position })
          .from(mailsOfShop)
          .where(where)
          .orderBy(orderBy)
          .limit(limit),
    ),
  );
  return mapPage(page, ({ mail }) => mailRowOf(mail, caller.declarations));
}

/** A customer's id finds the emails about them. Other text is part of an address. */
function searched(text: string): SQL {
  const customerId = customerNumber(text);
  if (customerId !== null) return eq(mailsOfShop.customerId, customerId);
  return contains(sql`lower(${mailsOfShop.toEmail})`, text);
}

/**
 * An email with its possible actions.
 * @throws 404 for one that doesn't exist or that the caller may not see
 */
export async function readMail(caller: Caller, id: string): Promise<MailDetail> {
  const { domain } = caller.shop;
  return withShop(domain, async (tx) => {
    const mail = await findVisibleMail(tx, caller, id);
    const { customerId, endedAt, nextAttemptAt, state } = mail;
    return {
      ...mailRowOf(mail, caller.declarations),
      text: mail.textBody,
      html: mail.htmlBody,
      attempts: mail.attempts,
      messageId: mail.messageId,
      nextAttemptAt: state === "queued" && mail.attempts > 0 ? nextAttemptAt.toISOString() : null,
      endedAt: endedAt?.toISOString() ?? null,
      customer: customerId === null ? null : { id: String(customerId), url: adminUrl(domain, customerId) },
      hasPersonalLink: mail.linkId !== null,
      isStopped: (await findStop(tx, domain, mail.toEmail)) !== null,
    };
  });
}

/** The same email, locked until the transaction ends. @throws as `findVisibleMail` */
export async function holdVisibleMail(tx: ShopTransaction, caller: Caller, id: string): Promise<Mail> {
  const mail = await findVisibleMail(tx, caller, id);
  await tx.execute(sql`SELECT 1 FROM ${mails} WHERE shop = ${mail.shop} AND id = ${id} FOR UPDATE`);
  // It may have changed while the lock was held elsewhere.
  return findVisibleMail(tx, caller, id);
}

/** @throws 404 for an email that doesn't exist or that the caller may not see. */
async function findVisibleMail(
  tx: ShopTransaction,
  { shop, administrator }: Caller,
  id: string,
): Promise<Mail> {
  const [mail] = await tx
    .select()
    .from(mailsOfShop)
    .where(
      and(eq(mailsOfShop.shop, shop.domain), eq(mailsOfShop.id, id), visibleRows(administrator, mailsOfShop)),
    );
  if (!mail) throw notFound("This email doesn't exist.");
  return mail;
}

const mailRowOf = (mail: Mail, { mailTexts }: Declarations): MailRow => ({
  id: mail.id,
  createdAt: mail.createdAt.toISOString(),
  to: { email: mail.toEmail, name: mail.toName ?? "" },
  kind: mailTexts.get(mail.textId)?.name ?? mail.textId,
  subject: mail.subject,
  state: mail.state,
  problem: mail.lastError ?? "",
});
