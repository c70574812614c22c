import { BlockStack, InlineStack, Link, ProgressBar, Text } from "@shopify/polaris";
import { type ReactNode, useRef } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import { hasEnded } from "~/platform/jobs/states";
import { FileDownload } from "~/ui/files/FileDownload";
import { wholePercent } from "~/ui/numbers";
import { useJob } from "~/ui/realtime/useRealtime";
import { errorGenerating, IN_PROGRESS } from "../messages";
import type { ReportPageData } from "../read-report-page.server";
import type { ReportRun } from "../schemas";

interface ReportStatusProps {
  run: ReportRunState;
  /** What is wrong with the form. */
  problem: string | null;
  /** What to do, before the first report. Null shows nothing. */
  hint: string | null;
}

/** The status line of a report: green for a success, red for an error. */
export function ReportStatus({
  run: { isRunning, run, problem: refusal },
  problem,
  hint,
}: ReportStatusProps) {
  const error = problem ?? (refusal ? errorGenerating(refusal) : null);
  if (error) return <Line tone="critical" text={error} />;
  if (isRunning)
    return (
      <BlockStack gap="200">
        <Line text={IN_PROGRESS} />
        {run && <Progress run={run} />}
      </BlockStack>
    );
  if (!run) return hint && <Line text={hint} />;
  if (run.state === "paused") return <Line text={<Paused run={run} />} />;
  if (run.summary === null) return <Line tone="critical" text={errorGenerating(failureOf(run))} />;
  return (
    <InlineStack gap="300" blockAlign="center">
      <Line tone="success" text={`The report is ready: ${run.parameters}. ${run.summary}`} />
      {run.file && <FileDownload file={run.file} label="Download" />}
    </InlineStack>
  );
}

const Line = ({ tone, text }: { tone?: "success" | "critical"; text: ReactNode }) => (
  <div role="status">
    <Text as="p" tone={tone}>
      {text}
    </Text>
  </div>
);

const Paused = ({ run: { id, canOpenJob, requestedBy } }: { run: ReportRun }) => (
  <>
    The report is paused.{" "}
    {canOpenJob ? (
      <Link url={`/jobs/${id}`}>Resume it in Jobs</Link>
    ) : (
      `${requestedBy} can resume it in Jobs.`
    )}
  </>
);

const failureOf = ({ state, reason }: ReportRun): string =>
  state === "cancelled" ? "The report was canceled." : (reason ?? "Something went wrong on our side.");

/** Moves with the job's messages, which only the person who started it receives. For others it moves when the page refreshes. */
function Progress({ run }: { run: ReportRun }) {
  const job = useJob(run.id);
  const live = job && !hasEnded(job.state) && job.total > 1 ? wholePercent(job.done / job.total) : 0;
  return <ProgressBar size="small" progress={Math.min(100, Math.max(run.progress, live))} />;
}

/** The report that the page is about. */
interface ReportRunState {
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
  { isBusy, answer }: { isBusy: boolean; answer?: CallAnswer },
): ReportRunState {
  const followedId = useRef<string>(undefined);
  const { jobId } = (answer?.value ?? {}) as { jobId?: string };
  const id = jobId ?? selectedRun ?? followedId.current;
  const isOpen = ({ state }: ReportRun) => !hasEnded(state);
  const own = runs.filter(({ isMine, isScheduled }) => isMine && !isScheduled);
  const run =
    runs.find((one) => one.id === id) ??
    own.find((one) => isOpen(one) && (one.state !== "paused" || one === own[0]));
  followedId.current = run?.id;
  // Until the list has been loaded again, the new run isn't in it.
  const isMissing = jobId !== undefined && !run;
  return {
    isRunning: isBusy || isMissing || (run !== undefined && isOpen(run) && run.state !== "paused"),
    problem: isBusy ? undefined : answer?.problem,
    run: isBusy ? undefined : run,
  };
}
