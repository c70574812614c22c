import { atUninstall } from "~/core/erasure/uninstall.server";
import { declareModule, derived } from "~/core/module.server";
import { endWaitingMails, eraseLateMails, eraseMails, pruneMailTexts } from "./erase-mails.server";
import { mailsByState } from "./outbox.server";
import { sendMails } from "./send-mails.server";

/** Not `mailModule`, which is the function Mail. */
export const outboxModule = declareModule({
  folder: "core/mail",
  declares: [
    derived("task", ({ mailTexts }) => sendMails(mailTexts)),
    atUninstall(endWaitingMails),
    eraseMails,
    pruneMailTexts,
    mailsByState,
    eraseLateMails,
  ],
});
