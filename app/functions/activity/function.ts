import { defineFunction } from "~/core/function-entry";
import type { viewsCalls } from "~/core/views/calls.server";
import type { activityCalls } from "./calls.server";

export const activityFunction = defineFunction<{
  activity: typeof activityCalls;
  views: typeof viewsCalls;
}>({
  name: "activity",
  path: "/activity",
  menuName: "Activity",
  description: "Who changed what, and when",
  permission: "signed-in",
  group: "console",
});
