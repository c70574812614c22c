import { useRevalidator } from "@remix-run/react";
import { Badge, BlockStack, Button, Card, InlineStack, Link, List, Page, Text } from "@shopify/polaris";
import { useEffect, useMemo, useRef } from "react";
import { runsListOf } from "~/core/runs/run-constants";
import { type NewestRun, RunProgressBar, useRunOutcome } from "~/core/runs/ui/RunProgress";
import { NotConfigured, PendingChangesBanners } from "~/domain/search/ui/PendingChangesBanners";
import type { LoadedRun } from "~/platform/realtime/live-run";
import { FactList } from "~/ui/FactList";
import { Moment } from "~/ui/Moment";
import { ConnectionState } from "~/ui/realtime/ConnectionState";
import { useLiveRun } from "~/ui/realtime/useLiveJob";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useOperation";
import { usePoll } from "~/ui/usePoll";
import { solrCall } from "../function";
import { RUN_TITLE, SECTION } from "../section";
import type { SolrStatus } from "../sync-status.server";

const POLL_MS = 30_000;
const AFTER_START_MS = 5_000;

/** The status of a sync in which every step succeeded. */
const COMPLETED = "Completed";

/** The page SOLR: how the last sync ended, and a button that starts one. */
export function SolrPage({ status }: { status: SolrStatus }) {
  const revalidator = useRevalidator();
  const operation = useCall();
  useListRefresh(runsListOf(SECTION));
  useRunOutcome(SECTION, newestOf(status));
  useStatusTimers({
    completed: status.completed,
    started: operation.answer,
    refresh: revalidator.revalidate,
  });
  const run = useLiveRun(useCurrentRun(status));
  return (
    <Page
      title="SOLR"
      primaryAction={{
        content: "Start SOLR sync",
        disabled: !status.completed || !status.configured,
        loading: operation.isBusy,
        onAction: () => operation.run(solrCall("solr.update", {})),
      }}
      secondaryActions={
        <Button
          loading={revalidator.state === "loading" && !operation.isBusy}
          onClick={() => revalidator.revalidate()}
        >
          Refresh status
        </Button>
      }
    >
      <BlockStack gap="400">
        {status.configured ? (
          <PendingChangesBanners system="Solr" changes={status.changes} />
        ) : (
          <NotConfigured system="Solr" />
        )}
        <Card>
          <BlockStack gap="400">
            <InlineStack align="space-between" blockAlign="start" wrap={false} gap="400">
              <StatusFacts status={status} />
              {/* Without a connection, the progress doesn't follow. */}
              <ConnectionState />
            </InlineStack>
            <RunProgressBar title={RUN_TITLE} percent={run?.progress ?? null} />
          </BlockStack>
        </Card>
      </BlockStack>
    </Page>
  );
}

function StatusFacts({
  status: { EventDate, status, Notes, completed, failed, jobId },
}: {
  status: SolrStatus;
}) {
  const notes = Notes === "" ? [] : Notes.split(", ");
  const isSuccess = status === COMPLETED;
  const tone = failed ? "critical" : isSuccess ? "success" : completed ? undefined : "info";
  return (
    <FactList
      facts={[
        { name: "Date", value: EventDate ? <Moment at={EventDate} time /> : "None yet" },
        {
          name: "Last Sync status",
          value: (
            <>
              <Badge tone={tone}>{status}</Badge> {jobId && <Link url={`/jobs/${jobId}`}>View job</Link>}
              {failed && (
                <Text as="p" tone="critical">
                  The last sync failed. No incomplete catalog was published.
                </Text>
              )}
            </>
          ),
        },
        {
          name: "Notes",
          value:
            notes.length === 0 ? (
              <Text as="span" tone="subdued">
                None
              </Text>
            ) : (
              <List>
                {notes.map((note) => (
                  <List.Item key={note}>{note}</List.Item>
                ))}
              </List>
            ),
        },
      ]}
    />
  );
}

function newestOf({ jobId, completed, status, failed, EventDate, Notes }: SolrStatus): NewestRun | null {
  if (jobId === null) return null;
  return {
    id: jobId,
    endedAt: completed ? EventDate : null,
    status,
    isCanceled: completed && !failed && status !== COMPLETED,
    hasFailed: failed,
    text: Notes,
  };
}

/** The sync in progress, as messages about it are followed. */
function useCurrentRun({ completed, jobId, progress }: SolrStatus): LoadedRun | null {
  return useMemo(
    () => (completed || jobId === null ? null : { id: jobId, progress, lines: [] }),
    [completed, jobId, progress],
  );
}

interface TimerOptions {
  completed: boolean;
  /** Changes when a sync was started on this page. */
  started: unknown;
  refresh(): void;
}

/** Reads the status again every 30 seconds while a sync is in progress, and 5 seconds after one was started. */
function useStatusTimers({ completed, started, refresh }: TimerOptions): void {
  const latest = useRef(refresh);
  latest.current = refresh;
  usePoll({ isActive: !completed, everyMs: POLL_MS, poll: refresh });
  useEffect(() => {
    if (!started) return;
    const timer = setTimeout(() => latest.current(), AFTER_START_MS);
    return () => clearTimeout(timer);
  }, [started]);
}
