import { defineFunction } from "~/core/function-entry";
import type { viewsContract } from "~/core/views/contract";
import type { activityContract } from "./contract";

export const activityFunction = defineFunction<{
  activity: typeof activityContract;
  views: typeof viewsContract;
}>({
  name: "activity",
  path: "/activity",
  menuName: "Activity",
  description: "Who changed what, and when",
  permission: "signed-in",
  group: "console",
});
