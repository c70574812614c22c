import { listCalls } from "./list-calls.server";
import { readingCalls } from "./reading-calls.server";
import { replyCalls } from "./reply-calls.server";
import { reportCalls } from "./report-calls.server";
import { reviewCalls } from "./review-calls.server";
import { settingsCalls } from "./settings-calls.server";

/** The calls of the promotion review. */
export const promoCalls = {
  ...listCalls,
  ...reviewCalls,
  ...readingCalls,
  ...reportCalls,
  ...settingsCalls,
  ...replyCalls,
};
