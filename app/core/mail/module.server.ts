import { atUninstall } from "~/core/erasure/uninstall.server";
import { declareModule, derived } from "~/core/module.server";
import { endWaitingMails, eraseLateMails, eraseMails } from "./erase-mails.server";
import { mailsByState } from "./gauge.server";
import { pruneMailTexts } from "./prune-texts.server";
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
