import { listCalls } from "./list-contract";
import { replyCalls } from "./reply-contract";
import { reportCalls } from "./report-contract";
import { reviewCalls } from "./review-contract";
import { settingsCalls } from "./settings-contract";

/** The calls of the promotion review. */
export const promoContract = {
  ...listCalls,
  ...reviewCalls,
  ...reportCalls,
  ...settingsCalls,
  ...replyCalls,
};
