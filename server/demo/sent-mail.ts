import type { MailText } from "~/core/mail/mail-text";
import { renderText } from "~/core/mail/outbox.server";
import { mails } from "~/core/mail/tables.server";
import type { Flag } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { after, type DemoShop, idOf } from "./chapter.ts";

/** An email of the history. */
interface PastMail<Name extends string> {
  /** What it is for, unique in the history. */
  key: string;
  to: { name?: string; email: string };
  customerId?: number;
  flag?: Flag;
  at: Date;
  values: Readonly<Record<NoInfer<Name>, string>>;
  /** The mail server's words, if it refused the address. */
  bounce?: string;
}

/** The rows of emails that were sent long ago. Nothing is sent. @returns their ids, in the same order */
export async function writeMails<Name extends string>(
  tx: ShopTransaction,
  shop: DemoShop,
  text: MailText<Name>,
  past: readonly PastMail<Name>[],
): Promise<string[]> {
  const rows: (typeof mails.$inferInsert)[] = [];
  for (const { key, to, customerId, flag, at, values, bounce } of past) {
    const rendered = await renderText(tx, shop.domain, text, values);
    const id = idOf(shop, "mail", key);
    rows.push({
      shop: shop.domain,
      id,
      key: `history:${key}`,
      textId: text.id,
      toEmail: to.email,
      toName: to.name ?? null,
      subject: rendered.subject,
      textBody: rendered.text,
      htmlBody: rendered.html,
      messageId: `<${id}@${shop.domain}>`,
      state: bounce ? "bounced" : "sent",
      attempts: 1,
      lastError: bounce ?? null,
      customerId,
      flag,
      createdAt: at,
      queuedAt: at,
      nextAttemptAt: at,
      endedAt: after(at, 0.0001),
    });
  }
  for (let first = 0; first < rows.length; first += 200)
    await tx
      .insert(mails)
      .values(rows.slice(first, first + 200))
      .onConflictDoNothing();
  return rows.map(({ id }) => id);
}
