import type { BadgeProps } from "@shopify/polaris";
import type { PriceState } from "../states";

/** How the screens show the states of scheduled prices. */
export const STATE_BADGES: Record<PriceState, { label: string; tone?: BadgeProps["tone"] }> = {
  scheduled: { label: "Scheduled", tone: "info" },
  paused: { label: "Paused", tone: "warning" },
  applying: { label: "Being applied", tone: "attention" },
  applied: { label: "Applied", tone: "success" },
  ended: { label: "Ended" },
  failed: { label: "Failed", tone: "critical" },
  canceled: { label: "Canceled" },
  "rolled back": { label: "Rolled back" },
};
