import { declareModule } from "~/core/module.server";
import { differencesList } from "~/domain/ledger/reconciliation/differences-list.server";

import { eraseApprovals } from "./approvals/find-waiting.server";
import { approvalDecided, approvalNeeded } from "./approvals/mails.server";
import * as audit from "./audit.server";
import { creditsCalls } from "./calls.server";
import { creditCustomersReport, creditTransactionsReport } from "./credit-reports.server";
import * as desk from "./desk.server";
import { creditsFunction } from "./function";
import { creditsList, transactionsList } from "./list";
import { reconciliationCalls } from "./reconciliation/calls.server";
import { creditsForOthers } from "./request-credit.server";

export const creditsModule = declareModule({
  folder: "functions/credits",
  entry: creditsFunction,
  calls: { credits: creditsCalls, ledgerProof: reconciliationCalls },
  declares: [
    creditsList,
    transactionsList,
    differencesList,
    creditCustomersReport,
    creditTransactionsReport,
    approvalNeeded,
    approvalDecided,
    audit,
    eraseApprovals,
    creditsForOthers,
    desk,
  ],
});
