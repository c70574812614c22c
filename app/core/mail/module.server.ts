import { defineModule } from "~/core/module.server";
import { endWaitingMails, eraseLateMails, eraseMails } from "./erase-mails.server";
import { sendMails } from "./send-mails.server";

/** Not `mailModule`, which is the function Mail. */
export const outboxModule = defineModule({
  folder: "core/mail",
  tasks: [({ mailTexts }) => sendMails(mailTexts)],
  onUninstall: endWaitingMails,
  erasures: [eraseMails, eraseLateMails],
});
