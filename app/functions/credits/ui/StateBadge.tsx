import { Badge } from "@shopify/polaris";
import type { PostingState } from "~/domain/ledger/posting";

const TONES = {
  PENDING: { tone: "attention", label: "Pending" },
  UNKNOWN: { tone: "warning", label: "Unknown" },
  FAILED: { tone: "critical", label: "Failed" },
  CONFIRMED: { tone: "success", label: "Confirmed" },
} as const;

/** The state of a transaction. */
export function StateBadge({ state }: { state: PostingState }) {
  const { tone, label } = TONES[state];
  return <Badge tone={tone}>{label}</Badge>;
}
