import { useRevalidator } from "@remix-run/react";
import {
  Badge,
  Banner,
  BlockStack,
  Button,
  Card,
  InlineStack,
  Link,
  List,
  Page,
  Text,
} from "@shopify/polaris";
import { useMemo } from "react";
import { runsListOf } from "~/core/runs/run-log";
import { RunProgressBar } from "~/core/runs/ui/RunProgress";
import { NotConfigured } from "~/domain/search/ui/NotConfigured";
import type { LoadedRun } from "~/platform/realtime/live-run";
import { FactList } from "~/ui/FactList";
import { Moment } from "~/ui/Moment";
import { ConnectionState } from "~/ui/realtime/ConnectionState";
import { useLiveRun } from "~/ui/realtime/useLiveRun";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useOperation } from "~/ui/useOperation";
import type { SolrStatus } from "../contract";
import { RUN_TITLE, SECTION } from "../section";
import { useStatusTimers } from "./useStatusTimers";

/** The page SOLR: how the last sync ended, and a button that starts one. */
export function SolrPage({ status }: { status: SolrStatus }) {
  const revalidator = useRevalidator();
  const operation = useOperation();
  useListRefresh(runsListOf(SECTION));
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
        onAction: () => operation.run({ intent: "sync" }),
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
        {!status.configured && <NotConfigured system="Solr" />}
        {status.failed && (
          <Banner tone="critical" title="The last sync failed">
            No incomplete catalog was published. The notes say why.
          </Banner>
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
  const tone = failed ? "critical" : completed ? (jobId ? "success" : undefined) : "info";
  return (
    <FactList
      facts={[
        { name: "Date", value: EventDate ? <Moment at={EventDate} time /> : "None yet" },
        {
          name: "Last Sync status",
          value: (
            <>
              <Badge tone={tone}>{status}</Badge> {jobId && <Link url={`/jobs/${jobId}`}>View job</Link>}
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

/** The sync in progress, as messages about it are followed. */
function useCurrentRun({ completed, jobId, progress }: SolrStatus): LoadedRun | null {
  return useMemo(
    () => (completed || jobId === null ? null : { id: jobId, progress, lines: [] }),
    [completed, jobId, progress],
  );
}
