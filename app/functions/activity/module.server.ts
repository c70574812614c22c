import { declareModule } from "~/core/module.server";

import { activityCalls } from "./calls.server";
import { activityList } from "./filter";
import { activityFunction } from "./function";

export const activityModule = declareModule({
  folder: "functions/activity",
  entry: activityFunction,
  calls: { activity: activityCalls },
  declares: [activityList],
});
