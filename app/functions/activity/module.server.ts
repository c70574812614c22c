import { defineModule } from "~/core/module.server";
import { activityRouter } from "./activity.server";
import { activityContract } from "./contract";
import { activityFunction } from "./function";
import { activityList } from "./list";

export const activityModule = defineModule({
  folder: "functions/activity",
  entry: activityFunction,
  calls: { contract: { activity: activityContract }, router: { activity: activityRouter } },
  lists: [activityList],
});
