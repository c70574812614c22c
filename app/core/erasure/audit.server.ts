import { auditAction } from "~/core/audit/audit-action.server";
import type { StoredData } from "./erasure.server";

export const dataRequested = auditAction<null, StoredData>(
  "privacy.data requested",
  "Received a customer's request for their data",
);
