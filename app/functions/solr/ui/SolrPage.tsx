import { useRevalidator } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Page } from "@shopify/polaris";
import { useEffect, useMemo, useRef } from "react";
import { syncsListOf } from "~/core/syncs/sync";
import { newestOf, useSyncOutcome } from "~/core/syncs/ui/SyncProgress";
import { SyncStatus } from "~/core/syncs/ui/SyncStatus";
import { NotConfigured, needsOfChanges } from "~/domain/search/ui/needs-of-changes";
import type { LoadedSync } from "~/platform/realtime/live-sync";
import { ConnectionState } from "~/ui/realtime/ConnectionState";
import { useLiveSync } from "~/ui/realtime/useLiveJob";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import { usePoll } from "~/ui/usePoll";
import { solrCall, TITLE } from "../function";
import { RUN_TITLE, SECTION } from "../section";
import type { SolrStatus } from "../sync-status.server";

const POLL_MS = 30_000;
const AFTER_START_MS = 5_000;

/** The page SOLR: how the last sync ended, and a button that starts one. */
export function SolrPage({ status }: { status: SolrStatus }) {
  const revalidator = useRevalidator();
  const operation = useCall();
  useListRefresh(syncsListOf(SECTION));
  useSyncOutcome(SECTION, newestOf(status.runs[0]));
  useStatusTimers({
    completed: status.completed,
    started: operation.answer,
    refresh: revalidator.revalidate,
  });
  const sync = useLiveSync(useCurrentSync(status));
  return (
    <Page
      title={TITLE}
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
        {!status.configured && <NotConfigured system="Solr" />}
        <Card>
          <BlockStack gap="100">
            <InlineStack align="end">
              {/* Without a connection, the progress doesn't follow. */}
              <ConnectionState />
            </InlineStack>
            <SyncStatus
              title={RUN_TITLE}
              sync={sync}
              isStarting={operation.isBusy}
              syncs={status.runs}
              needs={status.configured ? needsOfChanges("Solr", status.changes) : undefined}
            />
          </BlockStack>
        </Card>
      </BlockStack>
    </Page>
  );
}

/** The sync in progress, as messages about it are followed. */
function useCurrentSync({ completed, jobId, progress }: SolrStatus): LoadedSync | null {
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
