import { Badge, BlockStack, Button, InlineStack, Link, List, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { formatDuration } from "~/platform/dates/date-text";
import { hasEnded } from "~/platform/jobs/states";
import type { LiveRun } from "~/platform/realtime/live-run";
import { FactList } from "~/ui/FactList";
import { Moment } from "~/ui/Moment";
import type { RunNoun } from "../run";
import type { RunAnswer } from "../run-contract";
import { LiveLog, RunProgressBar } from "./RunProgress";
import { toneOf } from "./RunsTable";

/** Something that only a person can settle. */
export interface RunNeed {
  id: string;
  content: ReactNode;
}

interface RunStatusProps {
  /** What a run does: "Sync product media from Salsify". */
  title: string;
  /** The run in progress. */
  run: LiveRun | null;
  /** A start or a retry was requested, and the runs aren't loaded since. */
  isStarting: boolean;
  /** Newest first. */
  runs: readonly RunAnswer[];
  /** Of the live log, in pixels. Without it, the page shows no live log. */
  logHeight?: number;
  /** The address of a run's log, where the page shows logs. */
  logHref?(fileName: string): string;
  /** Retries what failed in the newest run, where that can be retried alone. */
  onRetry?(fileName: string): void;
  /** What else needs a person, such as products that the other system refused. */
  needs?: readonly RunNeed[];
  /** What the page calls its runs. */
  noun?: RunNoun;
}

/** The syncs of a page at a glance: what runs, what the last one did in numbers, and what needs a person. */
export function RunStatus(props: RunStatusProps) {
  const { title, run, isStarting, runs, logHeight, logHref, onRetry, needs = [], noun = "sync" } = props;
  const last = runs.find(({ state }) => hasEnded(state));
  const all = [...needsOf(runs[0], { isStarting, onRetry }), ...needs];
  return (
    <BlockStack gap="300">
      <RunProgressBar title={title} percent={run?.progress ?? null} isStarting={isStarting} noun={noun} />
      <FactList
        facts={[
          { name: "Date", value: last ? <DateText {...last} /> : "None yet" },
          {
            name: noun === "sync" ? "Last Sync status" : "Last transfer status",
            value: last ? <StatusText last={last} logHref={logHref} /> : `Never ${NEVER[noun]}`,
          },
          { name: "Notes", value: <Notes notes={last?.notes ?? []} /> },
          { name: "Needs a person", value: <Needs needs={all} /> },
        ]}
      />
      {logHeight !== undefined && (
        <LiveLog lines={run?.lines ?? []} problem={run?.logProblem} height={logHeight} noun={noun} />
      )}
    </BlockStack>
  );
}

const NEVER: Record<RunNoun, string> = { sync: "synced", transfer: "transferred" };

const DateText = ({ finishedAt, startedAt, startedBy, duration }: RunAnswer) => (
  <>
    <Moment at={finishedAt ?? startedAt} time />, {startedBy}, {formatDuration(duration)}
  </>
);

function StatusText({ last, logHref }: { last: RunAnswer; logHref: RunStatusProps["logHref"] }) {
  const { status, fileName } = last;
  return (
    <InlineStack gap="200" blockAlign="center">
      <Badge tone={toneOf(last)}>{status}</Badge>
      {logHref && <Link url={logHref(fileName)}>Log</Link>}
      <Link url={`/jobs/${fileName}`}>View job</Link>
    </InlineStack>
  );
}

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return <None />;
  return (
    <List>
      {notes.map((note) => (
        <List.Item key={note}>{note}</List.Item>
      ))}
    </List>
  );
}

const None = () => (
  <Text as="span" tone="subdued">
    None
  </Text>
);

function Needs({ needs }: { needs: readonly RunNeed[] }) {
  if (needs.length === 0)
    return (
      <Text as="span" tone="subdued">
        Nothing
      </Text>
    );
  return (
    <BlockStack gap="200">
      {needs.map(({ id, content }) => (
        <div key={id}>{content}</div>
      ))}
    </BlockStack>
  );
}

/** What the newest run needs. One that is being retried, or that a newer one follows, needs nothing. */
function needsOf(
  newest: RunAnswer | undefined,
  { isStarting, onRetry }: Pick<RunStatusProps, "isStarting" | "onRetry">,
): RunNeed[] {
  if (!newest || isStarting) return [];
  const { state, failed, reason, fileName } = newest;
  if (state === "paused")
    return [
      {
        id: fileName,
        content: (
          <>
            It is paused. Resume or cancel it in Jobs. <Link url={`/jobs/${fileName}`}>View job</Link>
          </>
        ),
      },
    ];
  if (!hasEnded(state) || (failed === 0 && state !== "failed")) return [];
  const canRetry = onRetry && failed > 0 && state === "completed";
  return [
    {
      id: fileName,
      content: (
        <BlockStack gap="100" inlineAlign="start">
          <Text as="span" tone="critical" breakWord>
            {reason ?? "The log says why it failed."}
          </Text>
          {canRetry && (
            <Button variant="plain" onClick={() => onRetry(fileName)}>
              Retry what failed
            </Button>
          )}
        </BlockStack>
      ),
    },
  ];
}
