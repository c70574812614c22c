import type { BadgeProps } from "@shopify/polaris";
import { pluralize } from "~/platform/text/pluralize";
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

/** What is asked before prices are canceled or ended. */
export const STOP_TEXTS = {
  cancel: (prices: number) => ({
    title: `Cancel ${pluralize(prices, "price")}?`,
    confirmLabel: prices === 1 ? "Cancel the price" : "Cancel the prices",
    children: "They are never applied, and this can't be undone. Pause them if they may be needed later.",
  }),
  end: (prices: number) => ({
    title: `End ${pluralize(prices, "price")} now?`,
    confirmLabel: prices === 1 ? "End the price" : "End the prices",
    children:
      "The variants get the prices that they had before, within a minute. A price that was changed since is kept.",
  }),
};
