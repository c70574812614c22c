import { defineModule } from "~/core/module.server";
import { endWaitingMails, eraseLateMails, eraseMails } from "./erase-mails.server";
import { sendMails } from "./send-mails.server";

export const outboxModule = defineModule({
  folder: "core/mail",
  tasks: [({ mailTexts }) => sendMails(mailTexts)],
  onUninstall: endWaitingMails,
  erasures: [eraseMails, eraseLateMails],
});
