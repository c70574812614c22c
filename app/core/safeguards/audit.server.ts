import { auditAction } from "~/core/audit/audit-action.server";

interface SafeguardSide {
  key: string;
  value: string;
}

const sides = (before: SafeguardSide, after: SafeguardSide) => [
  { field: after.key, before: before.value, after: after.value },
];

export const safeguardRequested = auditAction<SafeguardSide, SafeguardSide>(
  "safeguard.requested",
  "Requested to loosen a limit",
  { describe: sides },
);

export const safeguardCanceled = auditAction<SafeguardSide, SafeguardSide>(
  "safeguard.canceled",
  "Canceled the loosening of a limit",
  { describe: sides },
);
