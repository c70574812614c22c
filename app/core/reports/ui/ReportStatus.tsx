import { BlockStack, InlineStack, Link, ProgressBar, Text } from "@shopify/polaris";
import { type ReactNode, useRef } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import { MailProblems } from "~/core/mail/ui/MailProblems";
import { hasEnded } from "~/platform/jobs/states";
import { FileDownload } from "~/ui/files/FileDownload";
import { wholePercent } from "~/ui/numbers";
import { useJob } from "~/ui/realtime/useRealtime";
import { errorGenerating, IN_PROGRESS } from "../messages";
import type { ReportPageData } from "../read-report-page.server";
import type { CreatedReport } from "../schemas";

/** Why the recipients of a report were refused. */
export const recipientsRefusal = ({ isBusy, answer }: { isBusy: boolean; answer?: CallAnswer }) =>
  isBusy ? undefined : answer?.fieldErrors?.recipients;

interface ReportStatusProps {
  state: ReportState;
  /** What is wrong with the form. */
  problem: string | null;
  /** What to do, before the first report. Null shows nothing. */
  hint: string | null;
}

/** The status line of a report: green for a success, red for an error. */
export function ReportStatus({
  state: { isRunning, report, problem: refusal },
  problem,
  hint,
}: ReportStatusProps) {
  const error = problem ?? (refusal ? errorGenerating(refusal) : null);
  if (error) return <Line tone="critical" text={error} />;
  if (isRunning)
    return (
      <BlockStack gap="200">
        <Line text={IN_PROGRESS} />
        {report && <Progress report={report} />}
      </BlockStack>
    );
  if (!report) return hint && <Line text={hint} />;
  if (report.state === "paused") return <Line text={<Paused report={report} />} />;
  if (report.summary === null) return <Line tone="critical" text={errorGenerating(failureOf(report))} />;
  return (
    <BlockStack gap="200">
      <InlineStack gap="300" blockAlign="center">
        <Line tone="success" text={`The report is ready: ${report.parameters}. ${report.summary}`} />
        {report.file && <FileDownload file={report.file} label="Download" />}
      </InlineStack>
      <MailProblems emails={report.emails} />
    </BlockStack>
  );
}

const Line = ({ tone, text }: { tone?: "success" | "critical"; text: ReactNode }) => (
  <div role="status">
    <Text as="p" tone={tone}>
      {text}
    </Text>
  </div>
);

const Paused = ({ report: { id, canOpenJob, requestedBy } }: { report: CreatedReport }) => (
  <>
    The report is paused.{" "}
    {canOpenJob ? (
      <Link url={`/jobs/${id}`}>Resume it in Jobs</Link>
    ) : (
      `${requestedBy} can resume it in Jobs.`
    )}
  </>
);

const failureOf = ({ state, reason }: CreatedReport): string =>
  state === "cancelled" ? "The report was canceled." : (reason ?? "Something went wrong on our side.");

/** Moves with the job's messages, which only the person who started it receives. For others it moves when the page refreshes. */
function Progress({ report }: { report: CreatedReport }) {
  const job = useJob(report.id);
  const live = job && !hasEnded(job.state) && job.total > 1 ? wholePercent(job.done / job.total) : 0;
  return <ProgressBar size="small" progress={Math.min(100, Math.max(report.progress, live))} />;
}

/** The report that the page is about. */
interface ReportState {
  isRunning: boolean;
  /** Why it wasn't started. */
  problem?: string;
  report?: CreatedReport;
}

/**
 * The report that was requested last, that the address names, or that the administrator waits for since an earlier visit. It is shown
 * also after it has ended. A paused report isn't waited for after the administrator has requested another one.
 */
export function useCreatedReport(
  { reports, selectedReport }: ReportPageData,
  { isBusy, answer }: { isBusy: boolean; answer?: CallAnswer },
): ReportState {
  const followedId = useRef<string>(undefined);
  const { jobId } = (answer?.value ?? {}) as { jobId?: string };
  const id = jobId ?? selectedReport ?? followedId.current;
  const isOpen = ({ state }: CreatedReport) => !hasEnded(state);
  const own = reports.filter(({ isMine, isScheduled }) => isMine && !isScheduled);
  const report =
    reports.find((one) => one.id === id) ??
    own.find((one) => isOpen(one) && (one.state !== "paused" || one === own[0]));
  followedId.current = report?.id;
  // Until the list has been loaded again, the new report isn't in it.
  const isMissing = jobId !== undefined && !report;
  return {
    isRunning: isBusy || isMissing || (report !== undefined && isOpen(report) && report.state !== "paused"),
    problem: isBusy ? undefined : answer?.problem,
    report: isBusy ? undefined : report,
  };
}
