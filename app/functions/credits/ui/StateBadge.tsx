import { Badge } from "@shopify/polaris";
import type { PostingState } from "~/domain/ledger/posting";
import { MAY_BE_PAID } from "../messages";

const TONES = {
  PENDING: { tone: "attention", label: "Pending" },
  UNKNOWN: { tone: "warning", label: "Unknown" },
  FAILED: { tone: "critical", label: "Failed" },
  CONFIRMED: { tone: "success", label: "Confirmed" },
} as const;

const DUPLICATE_TONES = {
  possible: { tone: "warning", label: MAY_BE_PAID },
  recognized: { tone: "info", label: "Already paid" },
} as const;

/** The state of a transaction. @param duplicate after a fail-over of the database */
export function StateBadge({
  state,
  duplicate,
}: {
  state: PostingState;
  duplicate?: keyof typeof DUPLICATE_TONES | null;
}) {
  const { tone, label } = duplicate ? DUPLICATE_TONES[duplicate] : TONES[state];
  return <Badge tone={tone}>{label}</Badge>;
}
