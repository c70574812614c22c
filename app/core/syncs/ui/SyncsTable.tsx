import { Badge, type BadgeProps, BlockStack, Box, Link, Text } from "@shopify/polaris";
import { formatDuration } from "~/platform/dates/date-text";
import { hasEnded, type JobState } from "~/platform/jobs/states";
import type { EmptyStateProps } from "~/ui/EmptyState";
import { NewestRowsNote } from "~/ui/list/ListHints";
import { PlainTable } from "~/ui/list/PlainTable";
import { EmptyOverlay } from "~/ui/list/RowOverlay";
import { Moment } from "~/ui/Moment";
import { MAX_SHOWN_SYNCS, type SyncNoun } from "../sync";
import type { SyncAnswer } from "../sync-schemas";

interface SyncsTableProps {
  syncs: readonly SyncAnswer[];
  /** The address of a sync's log on this page. */
  logHref(fileName: string): string;
  /** The sync whose log is shown. */
  openFileName: string | null;
  /** What the page calls its syncs. */
  noun?: SyncNoun;
  /** The one button while there are none: the start of the first one, or what has to be done before. */
  first: EmptyStateProps["action"];
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

/** How a sync's status is colored. */
export const toneOf = ({ failed, state }: Pick<SyncAnswer, "failed" | "state">): BadgeProps["tone"] =>
  failed > 0 ? "critical" : TONES[state];

/** The newest syncs, with links to their logs. */
export function SyncsTable({ syncs, logHref, openFileName, noun = "sync", first }: SyncsTableProps) {
  if (syncs.length === 0)
    return (
      <EmptyOverlay action={first}>{`The status and the log of each ${noun} are listed here.`}</EmptyOverlay>
    );
  return (
    <>
      <PlainTable
        caption="runs"
        density="compact"
        columns={COLUMNS}
        rows={syncs.map((sync) => ({ ...sync, id: sync.fileName }))}
        cells={{
          status: ({ status, state, failed, reason }) => (
            <BlockStack gap="100" inlineAlign="start">
              <Badge tone={toneOf({ failed, state })}>{status}</Badge>
              {reason && (
                <Text as="span" fontWeight="regular" breakWord>
                  <span data-whole>{reason}</span>
                </Text>
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
                  {/* There it is paused or canceled. A sync has the id of its job. */}
                  In progress. <Link url={`/jobs/${fileName}`}>View job</Link>
                </>
              )}
            </span>
          ),
        }}
      />
      <Box paddingInline="300" paddingBlock="200">
        <NewestRowsNote count={syncs.length} max={MAX_SHOWN_SYNCS} noun={`${noun}s`} />
      </Box>
    </>
  );
}
