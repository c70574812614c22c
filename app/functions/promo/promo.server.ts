import { listRouter } from "./list-calls.server";
import { replyRouter } from "./reply-calls.server";
import { reportRouter } from "./report-calls.server";
import { reviewRouter } from "./review-calls.server";
import { settingsRouter } from "./settings-calls.server";

/** The handlers of the promotion review's calls. */
export const promoRouter = {
  ...listRouter,
  ...reviewRouter,
  ...reportRouter,
  ...settingsRouter,
  ...replyRouter,
};
