import { auditAction } from "~/core/audit/audit-action.server";
import { auditSubject } from "~/core/audit/audit-subject.server";

/** The configuration as a whole: a shop has one. */
export const monitoredFieldsSubject = auditSubject("monitoredFields", {
  id: { type: "text", pattern: "." },
  nameless: "Monitored metafields",
  urlOf: () => "/salsify",
});

/** What changed, by metafield: "monitored, delimiter “;”". */
type FieldsSide = Record<string, string>;

export const monitoredFieldsChanged = auditAction<FieldsSide, FieldsSide>(
  "monitored metafields.changed",
  "Changed which metafields are monitored",
  {
    describe: (before, after) =>
      Object.entries(after).map(([field, state]) => ({ field, before: before[field] ?? "", after: state })),
  },
);
