import { auditAction } from "~/core/audit/audit-action.server";
import { auditSubject } from "~/core/audit/audit-subject.server";

/** The list as a whole: a shop has one. */
export const displayNamesSubject = auditSubject("displayNames", {
  id: { type: "text", pattern: "." },
  nameless: "Metafield display names",
  urlOf: () => "/salsifyDisplay",
});

/** The display names that changed, by key. An empty text means none. */
export interface DisplayNamesSide {
  names: Record<string, string>;
}

export const displayNamesSaved = auditAction<DisplayNamesSide, DisplayNamesSide & { digest: string }>(
  "display names.saved",
  "Changed metafield display names",
  {
    // What administrators write can name any customer.
    mayNameOthers: true,
    describe: (before, after) =>
      [...new Set([...Object.keys(before?.names ?? {}), ...Object.keys(after?.names ?? {})])].map((key) => ({
        field: key,
        before: before?.names[key] ?? "",
        after: after?.names[key] ?? "",
      })),
  },
);
