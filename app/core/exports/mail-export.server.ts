import { readMailsOfJob } from "~/core/mail/mail-results.server";
import { queueMail } from "~/core/mail/queue-mail.server";
import { ATTACHED_MOST } from "~/core/mail/send-mails.server";
import { appAddress } from "~/platform/app-address.server";
import { permissionOf } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { StoredFile } from "~/platform/files/read.server";
import { FILES_KEPT_DAYS } from "~/platform/files/writer.server";
import type { ItemContext } from "~/platform/jobs/job.server";
import { comparableAddress } from "~/platform/mail-address";
import { pluralize } from "~/platform/text/pluralize";
import type { Delivery } from "./delivery";
import { findReaders } from "./delivery.server";
import type { ListExport } from "./list-export.server";

/** The parameter of a page's address that names a file to download. */
const FILE = "file";

interface MailedFile {
  declared: ListExport;
  delivery: Delivery;
  rows: number;
  file: StoredFile;
}

/**
 * Emails the file to the administrator and to the recipients that they entered, attached or as a link to the list's page. A file that
 * is too large for an email is a link. Recipients without access read who has the file.
 * @returns why addresses get no email, a sentence for each: they lost access since, or their address is blocked
 */
export async function mailFile(
  tx: ShopTransaction,
  { shop, jobId, administrator }: ItemContext,
  { declared, delivery, rows, file }: MailedFile,
): Promise<string[]> {
  const { mail } = declared;
  if (!mail) return [];
  const own = comparableAddress(administrator.email);
  const others = delivery.recipients.filter((address) => comparableAddress(address) !== own);
  const readers = await findReaders(tx, shop, permissionOf(declared), others);
  const isAttached = delivery.sendAs === "attachment" && file.size <= ATTACHED_MOST;
  const link = appAddress(shop, withFile(mail.path, file.id));
  const unsent: string[] = [];
  const people = [
    { key: `export:${jobId}`, email: administrator.email, name: administrator.name, canOpen: true },
    ...others.map((email) => {
      const reader = readers.get(comparableAddress(email));
      const name = reader?.name ?? email;
      return {
        key: `export:${jobId}:${comparableAddress(email)}`,
        email,
        name,
        canOpen: reader !== undefined,
      };
    }),
  ];
  for (const { key, email, name, canOpen } of people) {
    if (delivery.sendAs === "link" && !canOpen) {
      unsent.push(`${email} no longer has access, so no email was sent there.`);
      continue;
    }
    const where = isAttached
      ? "The file is attached to this email."
      : canOpen
        ? `Download it in Backroom, for ${FILES_KEPT_DAYS} days: ${link}`
        : `The file is too large for an email. ${administrator.name} can download it in Backroom for ${FILES_KEPT_DAYS} days.`;
    await queueMail(tx, shop, mail.text, {
      key,
      to: { email, name },
      values: { name, count: pluralize(rows, "row"), where },
      fileId: isAttached ? file.id : undefined,
      flag: declared.flag,
      tabs: declared.tabs,
      jobId,
    });
  }
  const blocked = (await readMailsOfJob(tx, shop, jobId)).filter(({ problem }) => problem !== null);
  return [...unsent, ...blocked.map(({ to, problem }) => `The email to ${to} isn't sent: ${problem}`)];
}

function withFile(path: string, id: string): string {
  const [page, query] = path.split("?");
  const parameters = new URLSearchParams(query);
  parameters.set(FILE, id);
  return `${page}?${parameters}`;
}
