import { and, eq, sql } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { queryRows } from "~/core/lists/list-query.server";
import { findStop } from "~/core/mail/stops.server";
import { mails, mailsOfShop } from "~/core/mail/tables.server";
import { visibleRows } from "~/platform/auth/visible-rows.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { type MailDetail, mailDetail } from "./list.server";

export type Mail = typeof mails.$inferSelect;

/** The caller, their shop, and the names of the emails. */
export type Caller = Pick<CallContext, "shop" | "administrator" | "declarations">;

/**
 * An email with its possible actions.
 * @throws 404 for one that doesn't exist or that the caller may not see
 */
export async function readMail(context: CallContext, id: string): Promise<MailDetail> {
  const { domain } = context.shop;
  return withShop(domain, async (tx) => {
    const statement = sql`SELECT ${mailDetail.select} FROM ${mailsOfShop} WHERE ${isVisible(context, id)}`;
    const [record] = await queryRows<object>(tx, statement);
    if (!record) throw notFound(UNKNOWN);
    const mail = mailDetail.of(record, context);
    return { ...mail, isStopped: (await findStop(tx, domain, mail.to.email)) !== null };
  });
}

/** An email, locked until the transaction ends. @throws as `findVisibleMail` */
export async function holdVisibleMail(tx: ShopTransaction, caller: Caller, id: string): Promise<Mail> {
  const mail = await findVisibleMail(tx, caller, id);
  await tx.execute(sql`SELECT 1 FROM ${mails} WHERE shop = ${mail.shop} AND id = ${id} FOR UPDATE`);
  // It may have changed while the lock was held elsewhere.
  return findVisibleMail(tx, caller, id);
}

/** @throws 404 for an email that doesn't exist or that the caller may not see. */
async function findVisibleMail(tx: ShopTransaction, caller: Caller, id: string): Promise<Mail> {
  const [mail] = await tx.select().from(mailsOfShop).where(isVisible(caller, id));
  if (!mail) throw notFound(UNKNOWN);
  return mail;
}

const UNKNOWN = "This email doesn't exist.";

const isVisible = ({ shop, administrator }: Caller, id: string) =>
  and(eq(mailsOfShop.shop, shop.domain), eq(mailsOfShop.id, id), visibleRows(administrator, mailsOfShop));
