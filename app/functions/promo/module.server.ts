import { declareModule } from "~/core/module.server";

import { promoCalls } from "./calls.server";
import { submissionsSheet } from "./export-submissions.server";
import { promoFunction } from "./function";
import { approvalsList, assignmentList, loyaltyList, submissionsList } from "./list.server";
import * as mails from "./mail-texts.server";

export const promoModule = declareModule({
  folder: "functions/promo",
  entry: promoFunction,
  calls: { promo: promoCalls },
  declares: [assignmentList, approvalsList, loyaltyList, submissionsList, submissionsSheet, mails],
});
