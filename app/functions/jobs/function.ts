import type { FunctionEntry } from "../entry";

export const jobsFunction: FunctionEntry = {
  name: "jobs",
  path: "/jobs",
  menuName: "Jobs",
  description: "Long work: how far it is, what failed, and why",
  permission: "signed-in",
  group: "console",
};
