import type { ListResult } from "~/platform/list";
import { pageAt } from "~/ui/list/address";
import type { TimelineEntry, TimelinePage } from "~/ui/Timeline";
import type { ActivityEntry } from "./contract";

/** A page of a record's history as a timeline shows it. */
export function timelinePage(
  { type, id }: { type: string; id: string },
  { rows, ...page }: ListResult<ActivityEntry>,
): TimelinePage {
  const url = `/activity/${type}/${encodeURIComponent(id)}`;
  return {
    entries: timelineOf(rows),
    earlierUrl: page.hasNextPage ? url + pageAt("", "next", page.nextCursor, null) : null,
    laterUrl: page.hasPreviousPage ? url + pageAt("", "previous", page.previousCursor, null) : null,
  };
}

const timelineOf = (entries: readonly ActivityEntry[]): TimelineEntry[] =>
  entries.map(({ id, at, who, what, changes, jobId }) => ({
    id,
    at,
    who: who.name,
    what: `${what.charAt(0).toLowerCase()}${what.slice(1)}${jobId ? " in a job" : ""}`,
    changes,
  }));
