import { useEffect, useRef } from "react";
import type { Notice } from "~/platform/notice";
import { useNotices } from "~/ui/useNotices";
import { runsListOf } from "../run-constants";

/** The newest run of a section, as its page has loaded it. */
export interface NewestRun {
  id: string;
  /** ISO 8601. Null until it has ended. */
  endedAt: string | null;
  /** In words: "Completed, 2 failed". */
  status: string;
  isCanceled: boolean;
  hasFailed: boolean;
  /** What it did, or why it failed. Empty when that isn't known. */
  text: string;
}

/**
 * Shows once how a run ended that ends while its page is open. It replaces the notice about the start of the run.
 * @param newest null in a shop without runs. Undefined when the runs couldn't be read
 * @param seconds how long a success is shown, on pages with a required duration
 */
export function useRunOutcome(section: string, newest: NewestRun | null | undefined, seconds?: number): void {
  const { show } = useNotices();
  const end = newest === undefined ? undefined : newest?.endedAt ? `${newest.id} ${newest.endedAt}` : null;
  // Runs that had ended before the page first read them are not shown. A retry ends again, at another time.
  const shownEnd = useRef(end);
  useEffect(() => {
    if (shownEnd.current === undefined) shownEnd.current = end;
    if (!newest || !end || end === shownEnd.current) return;
    shownEnd.current = end;
    show({ ...outcomeOf(newest, seconds), topic: runsListOf(section) });
  }, [newest, end, section, seconds, show]);
}

function outcomeOf({ status, isCanceled, hasFailed, text }: NewestRun, seconds?: number): Notice {
  if (isCanceled) return { level: "warning", text: "The sync was canceled." };
  if (!hasFailed) return { level: "success", text: text || "The sync is complete.", seconds };
  return { level: "critical", title: `Sync: ${status}`, text: text || "The log says why." };
}
