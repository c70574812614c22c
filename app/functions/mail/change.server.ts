import { recordAudit } from "~/domain/audit/record.server";
import { whyNotSent } from "~/domain/mail/outbox.server";
import { queueAgain } from "~/domain/mail/queue.server";
import { liftStop } from "~/domain/mail/stops.server";
import { findMailText } from "~/domain/mail/texts";
import type { Flag } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { type Caller, holdVisibleMail, type Mail } from "./read.server";
import { mayBeSentAgain } from "./states";

/**
 * Sends mails once more that bounced or were given up; of those that cannot be, it says why.
 * @throws 404 when one of them is not there, or the caller may not see it; nothing is sent then
 */
export async function sendAgain(
  caller: Caller,
  ids: readonly string[],
): Promise<{ queued: string[]; refused: { id: string; why: string }[] }> {
  const { domain } = caller.shop;
  const outcome = await withShop(domain, async (tx) => {
    const queued: string[] = [];
    const refused: { id: string; why: string }[] = [];
    // In one order, so that two people who choose the same mails do not wait for each other.
    for (const id of [...new Set(ids)].toSorted()) {
      const mail = await holdVisibleMail(tx, caller, id);
      const why = await whyNot(tx, mail);
      if (why) {
        refused.push({ id, why });
        continue;
      }
      await queueAgain(tx, domain, [id]);
      await note(tx, caller, mail, "mail.sent again", { state: mail.state }, { state: "queued" });
      queued.push(id);
    }
    return { queued, refused };
  });
  publishChange(domain, "signed-in", { list: "mail" });
  return outcome;
}

async function whyNot(tx: ShopTransaction, mail: Mail): Promise<string | null> {
  if (!mayBeSentAgain(mail.state))
    return mail.state === "sent"
      ? `The mail to ${mail.toEmail} has been sent already.`
      : `The mail to ${mail.toEmail} is waiting to be sent already.`;
  return whyNotSent(tx, mail);
}

/**
 * Lets mails go to a mail's address again.
 * @returns whether anything stood against it
 */
export async function allowAddress(caller: Caller, id: string): Promise<boolean> {
  const { domain } = caller.shop;
  const allowed = await withShop(domain, async (tx) => {
    const mail = await holdVisibleMail(tx, caller, id);
    const reason = await liftStop(tx, domain, mail.toEmail);
    if (reason === null) return false;
    await note(tx, caller, mail, "mail.address allowed", { mail: "Not allowed" }, { mail: "Allowed" });
    return true;
  });
  if (allowed) publishChange(domain, "signed-in", { list: "mail" });
  return allowed;
}

/** An entry names the customer, or only the kind of mail: an address in it would outlive its person's erasure. */
async function note<Action extends "mail.sent again" | "mail.address allowed">(
  tx: ShopTransaction,
  { shop, administrator }: Caller,
  mail: Mail,
  action: Action,
  before: Record<string, string>,
  after: Record<string, string>,
): Promise<void> {
  const { customerId, flag } = mail;
  const kind = findMailText(mail.textId)?.name ?? mail.textId;
  await recordAudit(tx, shop.domain, {
    action,
    actor: administrator,
    subject:
      customerId === null ? { type: "shop", id: shop.domain } : { type: "customer", id: String(customerId) },
    before: { kind, ...before },
    after: { kind, ...after },
    flag: (flag as Flag | null) ?? undefined,
  });
}
