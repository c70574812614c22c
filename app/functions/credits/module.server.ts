import { defineModule } from "~/core/module.server";
import { eraseApprovals } from "./approvals/erase-approvals.server";
import * as audit from "./audit.server";
import { creditsContract } from "./contract";
import { creditCustomersReport, creditTransactionsReport } from "./credit-reports.server";
import { creditsRouter } from "./credits.server";
import * as desk from "./desk.server";
import { creditsFunction } from "./function";
import { creditsList, transactionsList } from "./list";
import * as mails from "./mail-texts.server";
import { reconciliationRouter } from "./reconciliation/calls.server";
import { reconciliationContract } from "./reconciliation/contract";
import { differencesList } from "./reconciliation/list";
import { creditsForOthers } from "./request-credit.server";

export const creditsModule = defineModule({
  folder: "functions/credits",
  entry: creditsFunction,
  calls: {
    contract: { credits: creditsContract, ledgerProof: reconciliationContract },
    router: { credits: creditsRouter, ledgerProof: reconciliationRouter },
  },
  lists: [creditsList, transactionsList, differencesList],
  exports: [creditCustomersReport, creditTransactionsReport],
  mails,
  audit,
  erasures: [eraseApprovals],
  hooks: [creditsForOthers],
  desk,
});
