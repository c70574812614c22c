import { defineFunction } from "~/core/function-entry";
import type { jobsContract } from "./contract";

export const jobsFunction = defineFunction<{
  jobs: typeof jobsContract;
}>({
  name: "jobs",
  path: "/jobs",
  menuName: "Jobs",
  description: "Background jobs: their progress, what failed, and why",
  permission: "signed-in",
  group: "console",
});
