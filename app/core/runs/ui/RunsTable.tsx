import { Badge, type BadgeProps, BlockStack, Box, Button, Link, Text } from "@shopify/polaris";
import { formatDuration } from "~/platform/dates/duration";
import { hasEnded, type JobState } from "~/platform/jobs/states";
import { NewestRowsNote } from "~/ui/list/ListHints";
import { PlainTable } from "~/ui/list/PlainTable";
import { EmptyOverlay } from "~/ui/list/RowOverlay";
import { Moment } from "~/ui/Moment";
import { MAX_SHOWN_RUNS, type RunNoun } from "../run-constants";
import type { RunAnswer } from "../run-contract";

interface RunsTableProps {
  runs: readonly RunAnswer[];
  /** The address of a run's log on this page. */
  logHref(fileName: string): string;
  /** The run whose log is shown. */
  openFileName: string | null;
  /** Retries what failed in the newest run, where the steps that failed can be retried alone. */
  onRetry?(fileName: string): void;
  isRetrying: boolean;
  /** What the page calls its runs. */
  noun?: RunNoun;
}

const COLUMNS = [
  { key: "status", title: "Status", narrow: "title" },
  { key: "logs", title: "Logs" },
  { key: "runTime", title: "Run time" },
] as const;

const TONES: Record<JobState, BadgeProps["tone"]> = {
  queued: undefined,
  running: "info",
  paused: "attention",
  completed: "success",
  cancelled: undefined,
  failed: "critical",
};

/** The newest runs, with links to their logs. What failed in the newest one can be retried. */
export function RunsTable({
  runs,
  logHref,
  openFileName,
  onRetry,
  isRetrying,
  noun = "sync",
}: RunsTableProps) {
  if (runs.length === 0)
    return <EmptyOverlay>{`Start a ${noun}. Its status and its log are then listed here.`}</EmptyOverlay>;
  const [newest] = runs;
  return (
    <>
      <PlainTable
        caption="runs"
        density="compact"
        columns={COLUMNS}
        rows={runs.map((run) => ({ ...run, id: run.fileName }))}
        cells={{
          status: ({ status, state, failed, reason, fileName }) => (
            <BlockStack gap="100" inlineAlign="start">
              <Badge tone={failed > 0 ? "critical" : TONES[state]}>{status}</Badge>
              {reason && (
                <Text as="span" fontWeight="regular" breakWord>
                  <span data-whole>{reason}</span>
                </Text>
              )}
              {onRetry && failed > 0 && state === "completed" && fileName === newest?.fileName && (
                <Button variant="plain" loading={isRetrying} onClick={() => onRetry(fileName)}>
                  Retry what failed
                </Button>
              )}
            </BlockStack>
          ),
          logs: ({ fileName, startedAt, startedBy }) => (
            <span data-whole>
              <Link url={logHref(fileName)} removeUnderline={fileName === openFileName}>
                <Moment at={startedAt} time />
              </Link>
              , {startedBy}
            </span>
          ),
          runTime: ({ duration, state, fileName }) => (
            <span data-whole>
              {hasEnded(state) ? (
                formatDuration(duration)
              ) : (
                <>
                  {/* There it is paused or canceled. A run has the id of its job. */}
                  In progress. <Link url={`/jobs/${fileName}`}>View job</Link>
                </>
              )}
            </span>
          ),
        }}
      />
      <Box paddingInline="300" paddingBlock="200">
        <NewestRowsNote count={runs.length} max={MAX_SHOWN_RUNS} noun={`${noun}s`} />
      </Box>
    </>
  );
}
