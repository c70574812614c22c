import type { ListResult, ListState } from "~/platform/list";
import type { ImportRow, ImportRun } from "../schemas";
import type { PreviewTab } from "./verdicts";

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
export interface ImportRunPageData {
  run: ImportRun;
  tab: PreviewTab;
  state: ListState;
  /** A page of the rows, once all of them have been checked. */
  rows: ListResult<ImportRow> | null;
  /** Null before the start, and where the administrator may not see the job. */
  job: ImportJob | null;
}
