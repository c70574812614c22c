import type { Verdict } from "../schemas";

/** The tabs of the preview, in their order. */
export const PREVIEW_TABS = ["all", "look", "create", "change", "unchanged", "refused", "duplicate"] as const;
export type PreviewTab = (typeof PREVIEW_TABS)[number];

export const TAB_LABELS: Record<PreviewTab, string> = {
  all: "All",
  look: "Worth a look",
  create: "Created",
  change: "Changed",
  unchanged: "Unchanged",
  refused: "Refused",
  duplicate: "Repeated",
};

type Tone = "success" | "info" | "critical" | "warning" | undefined;

/** What happens with a row, in words. */
export const VERDICT_BADGES: Record<Verdict, { label: string; tone: Tone }> = {
  create: { label: "Created", tone: "success" },
  change: { label: "Changed", tone: "info" },
  unchanged: { label: "Unchanged", tone: undefined },
  refused: { label: "Refused", tone: "critical" },
  duplicate: { label: "Repeated", tone: "warning" },
};
