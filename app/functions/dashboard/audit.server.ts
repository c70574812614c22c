import { auditAction, MAY_NAME_OTHERS } from "~/core/audit/audit-action.server";
import { formatUsDate } from "~/platform/dates/date-text";
import type { SegmentSettings } from "./schemas";
import { queryOf } from "./segments";

export const segmentsDeclared = auditAction<SegmentSettings, SegmentSettings>(
  "dashboard.segments",
  "Changed the segments of the customer dashboard",
  {
    describe: (before, after) => [
      ...(before.tag === after.tag ? [] : [{ field: "Tag", before: before.tag, after: after.tag }]),
      { field: "Segments", before: textOf(before), after: textOf(after) },
    ],
  },
);

interface NoteSide {
  day: string;
  note: string;
}

export const dayNoted = auditAction<NoteSide, NoteSide>(
  "dashboard.note",
  "Changed a note on the customer dashboard",
  {
    ...MAY_NAME_OTHERS,
    describe: (before, after) => [{ field: formatUsDate(after.day), before: before.note, after: after.note }],
  },
);

const textOf = ({ segments }: SegmentSettings): string =>
  segments.map((segment) => `${segment.name}: ${queryOf(segment)}`).join("; ");
