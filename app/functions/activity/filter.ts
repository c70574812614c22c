import { AUDIT_LABELS, type AuditAction } from "~/domain/audit/actions";

/** What the page's address says about the filters, as its fields show it (`day` as YYYY-MM-DD), and as the call is asked. */
export interface ActivityFilter {
  person: string;
  kind: string;
  day: string;
  request: { person?: string; kind?: AuditAction; day?: string };
}

/** Reads the filters `person`, `kind` and `day` of the Activity page's address; what is no filter of this list does not narrow. */
export function readActivityFilter(url: URL): ActivityFilter {
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

const isAction = (text: string): text is AuditAction => Object.hasOwn(AUDIT_LABELS, text);
