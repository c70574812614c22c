import { auditAction, MAY_NAME_OTHERS } from "~/core/audit/audit-action.server";

/** Absent before it is added and after it is deleted. */
export type NoteSide = { note: string } | null;

export const noteAdded = auditAction<NoteSide, NoteSide>(
  "note.added",
  "Added a note on a person",
  MAY_NAME_OTHERS,
);
export const noteChanged = auditAction<NoteSide, NoteSide>(
  "note.changed",
  "Changed a note on a person",
  MAY_NAME_OTHERS,
);
export const noteDeleted = auditAction<NoteSide, NoteSide>(
  "note.deleted",
  "Deleted a note on a person",
  MAY_NAME_OTHERS,
);
export const noteRestored = auditAction<NoteSide, NoteSide>(
  "note.restored",
  "Restored a note on a person",
  MAY_NAME_OTHERS,
);
