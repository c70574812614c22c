import type { ListResult, ListState } from "~/platform/list";
import type { Import, ImportRow, Verdict } from "../schemas";

/** The job that writes or undoes an import's rows, as its page shows it. */
export interface ImportJob {
  id: string;
  title: string;
  state: string;
  total: number;
  done: number;
  failed: number;
  skipped: number;
  /** Whether it can be canceled while it runs. */
  canStop: boolean;
}

/** What the loader of an import's page returns. */
export interface ImportPageData {
  run: Import;
  tab: PreviewTab;
  state: ListState;
  /** A page of the rows, once all of them have been checked. */
  rows: ListResult<ImportRow> | null;
  /** Null before the start, and where the administrator may not see the job. */
  job: ImportJob | null;
}

/** In the place of an import that isn't there: why. */
export interface MissingImportData {
  problem: string;
}

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
