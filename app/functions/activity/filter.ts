/** The filters in the URL, as the fields show them (`day` as YYYY-MM-DD) and as the call takes them. */
export interface ActivityFilter {
  person: string;
  kind: string;
  day: string;
  request: { person?: string; kind?: string; day?: string };
}

/**
 * Reads the filters `person`, `kind` and `day` of the Activity page's address. A value that isn't valid doesn't narrow.
 * @param isAction whether a kind of change has this name
 */
export function readActivityFilter(url: URL, isAction: (name: string) => boolean): ActivityFilter {
  const read = (name: string) => url.searchParams.get(name) ?? "";
  const [person, kind] = [read("person"), read("kind")];
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(read("day"));
  return {
    person,
    kind: isAction(kind) ? kind : "",
    day: parts ? parts[0] : "",
    request: {
      person: person || undefined,
      kind: isAction(kind) ? kind : undefined,
      day: parts ? `${parts[3]}-${parts[2]}-${parts[1]}` : undefined,
    },
  };
}
