import { useRef } from "react";
import { hasEnded } from "~/platform/jobs/states";
import type { useOperation } from "~/ui/useOperation";
import type { ReportAnswer } from "../answer-report-form.server";
import type { ReportPageData } from "../read-report-page.server";
import type { ReportRun } from "../schemas";

/** The report that the page is about. */
export interface ReportRunState {
  isRunning: boolean;
  /** Why it wasn't started. */
  problem?: string;
  run?: ReportRun;
}

/**
 * The report that was requested last, that the address names, or that the administrator waits for since an earlier visit. It is shown
 * also after it has ended. A paused report isn't waited for after the administrator has requested another one.
 */
export function useReportRun(
  { runs, selectedRun }: ReportPageData,
  { isBusy, answer }: Pick<ReturnType<typeof useOperation<ReportAnswer>>, "isBusy" | "answer">,
): ReportRunState {
  const followedId = useRef<string>(undefined);
  const id = answer?.jobId ?? selectedRun ?? followedId.current;
  const isOpen = ({ state }: ReportRun) => !hasEnded(state);
  const own = runs.filter(({ isMine, isScheduled }) => isMine && !isScheduled);
  const run =
    runs.find((one) => one.id === id) ??
    own.find((one) => isOpen(one) && (one.state !== "paused" || one === own[0]));
  followedId.current = run?.id;
  // Until the list has been loaded again, the new run isn't in it.
  const isMissing = answer?.jobId !== undefined && !run;
  return {
    isRunning: isBusy || isMissing || (run !== undefined && isOpen(run) && run.state !== "paused"),
    problem: isBusy ? undefined : answer?.problem,
    run: isBusy ? undefined : run,
  };
}
