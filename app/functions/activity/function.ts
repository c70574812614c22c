import type { FunctionEntry } from "../entry";

export const activityFunction: FunctionEntry = {
  name: "activity",
  path: "/activity",
  menuName: "Activity",
  description: "Who changed what, and when",
  permission: "signed-in",
  group: "console",
};
