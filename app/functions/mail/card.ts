import { defineCardPart } from "~/domain/customers/card-part";
import { CARD_FLAGS } from "~/domain/customers/kinds";
import type { mailCalls } from "./calls.server";
import { type LatestMails, MailsPart } from "./ui/MailsPart";

export const cardPart = defineCardPart<{ mail: typeof mailCalls }, LatestMails>({
  id: "mails",
  title: "Emails",
  permission: CARD_FLAGS,
  place: "main",
  order: 60,
  follows: ["mail"],
  load: (calls, _customer, id) => calls.mail.list({ search: id }),
  component: MailsPart,
});
