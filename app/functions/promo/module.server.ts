import { defineModule } from "~/core/module.server";
import { promoContract } from "./contract";
import { submissionsReport } from "./export-submissions.server";
import { promoFunction } from "./function";
import { approvalsList, assignmentList, loyaltyList, submissionsList } from "./list";
import * as mails from "./mail-texts.server";
import { promoRouter } from "./promo.server";

export const promoModule = defineModule({
  folder: "functions/promo",
  entry: promoFunction,
  calls: { contract: { promo: promoContract }, router: { promo: promoRouter } },
  lists: [assignmentList, approvalsList, loyaltyList, submissionsList],
  exports: [submissionsReport],
  mails,
});
