import { Badge, BlockStack, Button, InlineStack, Link, List, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { formatDuration } from "~/platform/dates/date-text";
import { hasEnded } from "~/platform/jobs/states";
import type { LiveSync } from "~/platform/realtime/live-sync";
import { FactList } from "~/ui/FactList";
import { Moment } from "~/ui/Moment";
import type { SyncNoun } from "../sync";
import type { SyncAnswer } from "../sync-schemas";
import { LiveLog, SyncProgressBar } from "./SyncProgress";
import { toneOf } from "./SyncsTable";

/** Something that only a person can settle. */
export interface SyncNeed {
  id: string;
  content: ReactNode;
}

interface SyncStatusProps {
  /** What a sync does: "Sync product media from Salsify". */
  title: string;
  /** The sync in progress. */
  sync: LiveSync | null;
  /** A start or a retry was requested, and the syncs aren't loaded since. */
  isStarting: boolean;
  /** Newest first. */
  syncs: readonly SyncAnswer[];
  /** Of the live log, in pixels. Without it, the page shows no live log. */
  logHeight?: number;
  /** The address of a sync's log, where the page shows logs. */
  logHref?(fileName: string): string;
  /** Retries what failed in the newest sync, where that can be retried alone. */
  onRetry?(fileName: string): void;
  /** What else needs a person, such as products that the other system refused. */
  needs?: readonly SyncNeed[];
  /** What the page calls its syncs. */
  noun?: SyncNoun;
}

/** The syncs of a page at a glance: what runs, what the last one did in numbers, and what needs a person. */
export function SyncStatus(props: SyncStatusProps) {
  const { title, sync, isStarting, syncs, logHeight, logHref, onRetry, needs = [], noun = "sync" } = props;
  const last = syncs.find(({ state }) => hasEnded(state));
  const all = [...needsOf(syncs[0], { isStarting, onRetry }), ...needs];
  return (
    <BlockStack gap="300">
      <SyncProgressBar title={title} percent={sync?.progress ?? null} isStarting={isStarting} noun={noun} />
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
        <LiveLog lines={sync?.lines ?? []} problem={sync?.logProblem} height={logHeight} noun={noun} />
      )}
    </BlockStack>
  );
}

const NEVER: Record<SyncNoun, string> = { sync: "synced", transfer: "transferred" };

const DateText = ({ finishedAt, startedAt, startedBy, duration }: SyncAnswer) => (
  <>
    <Moment at={finishedAt ?? startedAt} time />, {startedBy}, {formatDuration(duration)}
  </>
);

function StatusText({ last, logHref }: { last: SyncAnswer; logHref: SyncStatusProps["logHref"] }) {
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
      {notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two notes may be equal, and those of one sync never move
        <List.Item key={index}>{note}</List.Item>
      ))}
    </List>
  );
}

const None = () => (
  <Text as="span" tone="subdued">
    None
  </Text>
);

function Needs({ needs }: { needs: readonly SyncNeed[] }) {
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

/** What the newest sync needs. One that is being retried, or that a newer one follows, needs nothing. */
function needsOf(
  newest: SyncAnswer | undefined,
  { isStarting, onRetry }: Pick<SyncStatusProps, "isStarting" | "onRetry">,
): SyncNeed[] {
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
