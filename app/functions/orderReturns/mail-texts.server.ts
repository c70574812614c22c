import { mailText, type QueuedMail } from "~/core/mail/mail-text";
import { findLinkSubject } from "~/core/requests/links.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { findCase, isOver } from "./return-case.server";

export const returnLabelMail = mailText({
  id: "return.label",
  name: "Return label",
  when: "When an administrator emails the label of a return. Shopify also sends it when the return is created",
  subject: "The label for your return of order {{order}}",
  body: `Hello {{name}},

The label for your return of order {{order}} is attached. Print it, stick it on the package, and give the package to UPS.

No printer? This code opens the label on a phone, or at a shop that prints it for you:

{{code}}

Follow the package here: {{tracking}}

See where your return is, or get the label again:

{{link}}

{{shop}}`,
  placeholders: {
    name: { meaning: "The customer's first name, or their full name", example: "Ana" },
    order: { meaning: "The name of the order", example: "#1001" },
    tracking: {
      meaning: "Where the package can be followed",
      example: "https://www.ups.com/track?tracknum=1ZBR00019000000001",
      isLink: true,
    },
    link: {
      meaning: "The personal link to the page of the return",
      example: "https://shop.example/apps/backroom/request/…",
      isLink: true,
    },
    code: { meaning: "QR code of the label", example: "(QR code)", isPicture: true },
  },
  findObjection: reasonNotToSend,
});

const CANCELED = "The return was canceled, or its label was deleted, so this email wasn't sent.";
const OVER = "The return was received, refunded or closed, so this email wasn't sent.";

/** Why the email of a label must no longer be sent, in a sentence. Null when it may be. */
async function reasonNotToSend(tx: ShopTransaction, { shop, linkId }: QueuedMail): Promise<string | null> {
  const subject = linkId ? await findLinkSubject(tx, shop, linkId) : undefined;
  // A test email is about no return.
  if (!subject) return null;
  const row = await findCase(tx, shop, subject.subjectId);
  if (row?.state !== "done" || !row.labelId) return CANCELED;
  return (await isOver(tx, row)) ? OVER : null;
}
