import { parseStoredDate } from "~/platform/dates/date-text";

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
