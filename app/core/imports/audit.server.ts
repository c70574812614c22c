import { auditAction } from "~/core/audit/audit-action.server";

export const importStarted = auditAction<null, { file: string; rows: number; sentBy?: string }>(
  "import.started",
  "Imported a file",
);

export const importUndoStarted = auditAction<null, { file: string; rows: number }>(
  "import.undo started",
  "Undid an import",
);
