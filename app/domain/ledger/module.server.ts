import { atInstall } from "~/core/installation.server";
import { declareModule } from "~/core/module.server";
import { requestTask } from "~/platform/jobs/task.server";
import { approvalLimit } from "./approval-limit.server";
import * as audit from "./audit.server";
import * as desk from "./desk.server";
import { dispatchPostings } from "./dispatch/dispatch-postings.server";
import { eraseCredits } from "./erase-credits.server";
import * as gauges from "./gauges.server";
import { countHours } from "./hourly-counts.server";
import { importedCredits } from "./imports/import.server";
import { mergeMonths } from "./monthly-sums.server";
import { RECONCILE_ALL_TASK } from "./reconcile/queue-reconciliation.server";
import { reconcileAll } from "./reconcile/reconcile-all.server";
import { reconcileQueued } from "./reconcile/reconcile-queued.server";
import { creditWebhooks } from "./reconcile/webhooks.server";
import { checkLedger } from "./reconciliation/check-ledger.server";
import { creditEnds, sendReminders } from "./reminders/send-reminders.server";
import { repeatDays } from "./repeated-postings.server";
import { issueCreditInPalette, statementsInPalette } from "./search-transactions.server";

export const ledgerModule = declareModule({
  folder: "domain/ledger",
  declares: [
    statementsInPalette,
    issueCreditInPalette,
    sendReminders,
    countHours,
    mergeMonths,
    dispatchPostings,
    reconcileQueued,
    reconcileAll,
    checkLedger,
    importedCredits,
    creditWebhooks,
    audit,
    creditEnds,
    approvalLimit.handler,
    repeatDays.handler,
    // The store credit that customers have when the app is installed begins the ledger.
    atInstall((tx, shop) => requestTask(RECONCILE_ALL_TASK, shop, { tx })),
    eraseCredits,
    desk,
    gauges,
  ],
});
