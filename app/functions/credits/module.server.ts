import { declareModule } from "~/core/module.server";
import { differencesList } from "~/domain/ledger/reconciliation/differences-list.server";

import { eraseApprovals } from "./approvals/find-waiting.server";
import { approvalDecided, approvalNeeded } from "./approvals/mails.server";
import * as audit from "./audit.server";
import { creditsCalls } from "./calls.server";
import * as desk from "./desk.server";
import { creditsFunction } from "./function";
import { creditCustomersSheet, creditsList } from "./list.server";
import { reconciliationCalls } from "./reconciliation/calls.server";
import { creditsForOthers } from "./request-credit.server";
import { creditTransactionsSheet, transactionsList } from "./transactions-list.server";

export const creditsModule = declareModule({
  folder: "functions/credits",
  entry: creditsFunction,
  calls: { credits: creditsCalls, ledgerProof: reconciliationCalls },
  declares: [
    creditsList,
    transactionsList,
    differencesList,
    creditCustomersSheet,
    creditTransactionsSheet,
    approvalNeeded,
    approvalDecided,
    audit,
    eraseApprovals,
    creditsForOthers,
    desk,
  ],
});
