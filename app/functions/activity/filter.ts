import { parseStoredDate } from "~/platform/dates/date-text";
import type { ListDeclaration, ListResult } from "~/platform/list";
import { pageAt } from "~/ui/list/address";
import type { TimelineEntry, TimelinePage } from "~/ui/Timeline";
import type { ActivityEntry } from "./schemas";

/** The filters in the URL, as the fields show them (`day` as YYYY-MM-DD) and as the call takes them. */
export interface ActivityFilter {
  person: string;
  kind: string;
  day: string;
  request: { person?: string; kind?: string; day?: string };
}

/** Whether a text is a day that can be searched for, YYYY-MM-DD. */
export const isDay = (text: string): boolean => parseStoredDate(text) === text;

/**
 * Reads the filters `person`, `kind` and `day` of the Activity page's address. A value that isn't valid doesn't narrow.
 * @param isAction whether a kind of change has this name
 */
export function readActivityFilter(url: URL, isAction: (name: string) => boolean): ActivityFilter {
  const read = (name: string) => url.searchParams.get(name) ?? "";
  const [person, kind] = [read("person"), read("kind")];
  const day = read("day");
  return {
    person,
    kind: isAction(kind) ? kind : "",
    day: isDay(day) ? day : "",
    request: {
      person: person || undefined,
      kind: isAction(kind) ? kind : undefined,
      day: isDay(day) ? day.split("-").reverse().join("-") : undefined,
    },
  };
}

/** The Activity list: every change in Backroom, newest first. */
export const activityList = {
  kind: "list",
  name: "activity",
  columns: [
    { key: "at", title: "When", narrow: "plain" },
    { key: "who", title: "Who", narrow: "title" },
    { key: "what", title: "What", narrow: "plain" },
    { key: "subject", title: "Record", narrow: "plain" },
    { key: "changes", title: "Before → After", narrow: "plain" },
  ],
  defaultSort: "at desc",
  search: { maxLength: 60, hint: "Name, email address or id of a customer, or id of a job" },
  pageSize: 25,
} as const satisfies ListDeclaration;

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
