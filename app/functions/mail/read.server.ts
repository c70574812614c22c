import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { adminUrl } from "~/domain/customers/list-row";
import { customerNumber } from "~/domain/customers/mirror-row";
import { findStop } from "~/domain/mail/stops.server";
import { mails } from "~/domain/mail/tables.server";
import { findMailText } from "~/domain/mail/texts";
import type { Administrator } from "~/platform/auth/permission";
import type { CallContext } from "~/platform/contract/context.server";
import type { PageRequest } from "~/platform/contract/page";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { keyset } from "~/platform/keyset.server";
import type { ListResult } from "~/platform/list";
import type { MailDetail, MailRow } from "./contract";
import { mailList } from "./list";
import { type MailTab, STATES_OF } from "./states";

export type Mail = typeof mails.$inferSelect;

/** Who asks, in which shop. */
export type Caller = Pick<CallContext, "shop" | "administrator">;

/**
 * A page of the mails that the caller may see, newest first.
 * @throws 400 for a cursor of another list
 */
export async function listMails(
  { shop, administrator }: Caller,
  { search = "", tab, ...page }: PageRequest & { search?: string; tab: MailTab },
): Promise<ListResult<MailRow>> {
  const { name, pageSize } = mailList;
  const paging = keyset(page, { of: [name, shop.domain, tab, search], descending: true, pageSize });
  const { beside, descending } = paging;
  const order = descending ? desc : asc;
  const states = STATES_OF[tab];
  const onwards =
    beside &&
    sql`(${mails.createdAt}, ${mails.id}) ${sql.raw(descending ? "<" : ">")} (${beside[0]}::timestamptz, ${beside[1]}::uuid)`;
  const found = await withShop(shop.domain, (tx) =>
    tx
      // As text, because a Date keeps no microseconds and the cursor would stand beside the mail.
      .select({ mail: mails, createdAt: sql<string>`${mails.createdAt}::text` })
      .from(mails)
      .where(
        and(
          eq(mails.shop, shop.domain),
          visibleTo(administrator),
          states ? inArray(mails.state, [...states]) : undefined,
          search ? searched(search) : undefined,
          onwards ?? undefined,
        ),
      )
      .orderBy(order(mails.createdAt), order(mails.id))
      .limit(paging.limit),
  );
  return paging.page(found, {
    positionOf: ({ mail, createdAt }) => [createdAt, mail.id],
    rowOf: ({ mail }) => mailRowOf(mail),
  });
}

/** A customer's id finds the mails about them, whatever their address was; anything else is a part of an address. */
function searched(text: string): SQL {
  const customerId = customerNumber(text);
  if (customerId !== null) return eq(mails.customerId, customerId);
  const literal = text.toLowerCase().replace(/[\\%_]/g, "\\$&");
  return sql`lower(${mails.toEmail}) LIKE ${`%${literal}%`}`;
}

/** The owner sees all mails, others those of the functions whose flag they hold: mails name people, and say things of them. */
function visibleTo({ isOwner, flags }: Administrator): SQL | undefined {
  if (isOwner) return undefined;
  return sql`${mails.flag} = ANY(${sql.param(flags)}::text[])`;
}

/**
 * One mail, with what can be done about it.
 * @throws 404 for one that is not there, or that the caller may not see
 */
export async function readMail(caller: Caller, id: string): Promise<MailDetail> {
  const { domain } = caller.shop;
  return withShop(domain, async (tx) => {
    const mail = await findVisibleMail(tx, caller, id);
    const { customerId, endedAt, nextAttemptAt, state } = mail;
    return {
      ...mailRowOf(mail),
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

/** The same mail for a change: it stays as it is until the transaction ends. @throws as `findVisibleMail` */
export async function holdVisibleMail(tx: ShopTransaction, caller: Caller, id: string): Promise<Mail> {
  const mail = await findVisibleMail(tx, caller, id);
  await tx.execute(sql`SELECT 1 FROM ${mails} WHERE shop = ${mail.shop} AND id = ${id} FOR UPDATE`);
  // What it was may have changed while somebody else held it.
  return findVisibleMail(tx, caller, id);
}

/** @throws 404 for a mail that is not there, or that the caller may not see. */
async function findVisibleMail(
  tx: ShopTransaction,
  { shop, administrator }: Caller,
  id: string,
): Promise<Mail> {
  const [mail] = await tx
    .select()
    .from(mails)
    .where(and(eq(mails.shop, shop.domain), eq(mails.id, id), visibleTo(administrator)));
  if (!mail) throw notFound("There is no such mail.");
  return mail;
}

const mailRowOf = (mail: Mail): MailRow => ({
  id: mail.id,
  createdAt: mail.createdAt.toISOString(),
  to: { email: mail.toEmail, name: mail.toName ?? "" },
  kind: findMailText(mail.textId)?.name ?? mail.textId,
  subject: mail.subject,
  state: mail.state,
  problem: mail.lastError ?? "",
});
