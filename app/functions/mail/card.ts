import { defineCardPart } from "~/domain/customers/card-part";
import { CUSTOMER_FLAGS } from "~/domain/customers/kinds";
import type { MailRow, mailContract } from "./contract";
import { MailsPart } from "./ui/MailsPart";

export const cardPart = defineCardPart<{ mail: typeof mailContract }, MailRow[]>({
  id: "mails",
  title: "Emails",
  permission: CUSTOMER_FLAGS,
  place: "main",
  order: 30,
  load: async (calls, _customer, id) => (await calls.mail.list({ search: id })).rows,
  component: MailsPart,
});
