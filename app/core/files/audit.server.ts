import { auditAction } from "~/core/audit/audit-action.server";

export const fileDownloaded = auditAction<null, { file: string; bytes: number; part?: string }>(
  "file.downloaded",
  "Downloaded a file",
);
