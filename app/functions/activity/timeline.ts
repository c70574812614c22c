import type { TimelineEntry } from "~/ui/Timeline";
import type { ActivityEntry } from "./contract";

/** Audit entries as a timeline shows them. */
export const timelineOf = (entries: readonly ActivityEntry[]): TimelineEntry[] =>
  entries.map(({ id, at, who, what, changes, jobId }) => ({
    id,
    at,
    who: who.name,
    what: `${what.charAt(0).toLowerCase()}${what.slice(1)}${jobId ? " in a job" : ""}`,
    changes,
  }));
