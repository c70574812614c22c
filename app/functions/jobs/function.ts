import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
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

/** Calls as the pages post them. */
export const jobCall = callsOf(jobsFunction);
