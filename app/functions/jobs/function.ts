import { defineFunction } from "~/core/function-entry";
import type { jobsCalls } from "./calls.server";

export const jobsFunction = defineFunction<{
  jobs: typeof jobsCalls;
}>({
  name: "jobs",
  path: "/jobs",
  menuName: "Jobs",
  description: "Background jobs: their progress, what failed, and why",
  permission: "signed-in",
  group: "console",
});
