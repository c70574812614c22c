import { and, eq, sql } from "drizzle-orm";
import { auditAction, MAY_NAME_OTHERS } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { queryRows } from "~/core/lists/list-query.server";
import { type MailTexts, TEXT_KEPT_DAYS } from "~/core/mail/mail-text";
import { whyNotSent } from "~/core/mail/outbox.server";
import { queueAgain } from "~/core/mail/queue-mail.server";
import { findStop, liftStop } from "~/core/mail/stops.server";
import { mails, mailsOfShop } from "~/core/mail/tables.server";
import { customerSubject } from "~/domain/customers/audit.server";
import type { Flag } from "~/platform/auth/permission";
import { visibleRows } from "~/platform/auth/visible-rows.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { mayBeSentAgain } from "./list";
import { type MailDetail, mailDetail } from "./list.server";

type MailSide = Record<string, string>;

export const mailSentAgain = auditAction<MailSide, MailSide>(
  "mail.sent again",
  "Sent an email again",
  MAY_NAME_OTHERS,
);
export const addressAllowed = auditAction<MailSide, MailSide>(
  "mail.address allowed",
  "Allowed email to an address again",
  MAY_NAME_OTHERS,
);

/**
 * Sends emails again that bounced or failed. @returns the queued ones, and the reason for each of the others
 * @throws 404 when one of them doesn't exist or the caller may not see it. Then nothing is sent.
 */
export async function sendAgain(
  caller: Caller,
  ids: readonly string[],
): Promise<{ queued: string[]; refused: { id: string; why: string }[] }> {
  const { domain } = caller.shop;
  const outcome = await withShop(domain, async (tx) => {
    const queued: string[] = [];
    const refused: { id: string; why: string }[] = [];
    const mails: Mail[] = [];
    // In a fixed order, and all before they are queued, so that concurrent requests don't deadlock: others who queue mails wait for
    // this transaction then.
    for (const id of [...new Set(ids)].toSorted()) mails.push(await holdVisibleMail(tx, caller, id));
    for (const mail of mails) {
      const { id } = mail;
      const why = await whyNot(tx, mail, caller.declarations.mailTexts);
      if (why) {
        refused.push({ id, why });
        continue;
      }
      await note(tx, caller, mail, mailSentAgain, { state: mail.state }, { state: "queued" });
      queued.push(id);
    }
    await queueAgain(tx, domain, queued);
    return { queued, refused };
  });
  publishChange(domain, "signed-in", { list: "mail" });
  return outcome;
}

async function whyNot(tx: ShopTransaction, mail: Mail, mailTexts: MailTexts): Promise<string | null> {
  if (!mayBeSentAgain(mail.state))
    return mail.state === "sent"
      ? `The email to ${mail.toEmail} was already sent.`
      : `The email to ${mail.toEmail} is already waiting to be sent.`;
  if (mail.htmlBody === "")
    return `The text of the email to ${mail.toEmail} was deleted after ${TEXT_KEPT_DAYS} days. Send a new one.`;
  return whyNotSent(tx, mail, mailTexts.get(mail.textId));
}

/**
 * Allows email to an address again.
 * @returns whether it was blocked
 */
export async function allowAddress(caller: Caller, id: string): Promise<boolean> {
  const { domain } = caller.shop;
  const wasBlocked = await withShop(domain, async (tx) => {
    const mail = await holdVisibleMail(tx, caller, id);
    const reason = await liftStop(tx, domain, mail.toEmail);
    if (reason === null) return false;
    await note(tx, caller, mail, addressAllowed, { mail: "Not allowed" }, { mail: "Allowed" });
    return true;
  });
  if (wasBlocked) publishChange(domain, "signed-in", { list: "mail" });
  return wasBlocked;
}

/** The audit entry names the customer or only the kind of email, because an address in it would outlive the customer's erasure. */
async function note(
  tx: ShopTransaction,
  { shop, administrator, declarations }: Caller,
  mail: Mail,
  action: typeof mailSentAgain,
  before: Record<string, string>,
  after: Record<string, string>,
): Promise<void> {
  const { customerId, flag } = mail;
  const kind = declarations.mailTexts.get(mail.textId)?.name ?? mail.textId;
  await recordAudit(tx, shop.domain, action, {
    actor: administrator,
    subject:
      customerId === null
        ? { type: shopSubject, id: shop.domain }
        : { type: customerSubject, id: String(customerId) },
    before: { kind, ...before },
    after: { kind, ...after },
    flag: (flag as Flag | null) ?? undefined,
  });
}

type Mail = typeof mails.$inferSelect;

/** The caller, their shop, and the names of the emails. */
type Caller = Pick<CallContext, "shop" | "administrator" | "declarations">;

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
async function holdVisibleMail(tx: ShopTransaction, caller: Caller, id: string): Promise<Mail> {
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
