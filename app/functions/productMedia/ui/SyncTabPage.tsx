import { useRevalidator } from "@remix-run/react";
import { Banner, BlockStack, Box, Button, Card, InlineStack, Page } from "@shopify/polaris";
import { useEffect, useId, useRef, useState } from "react";
import { runsListOf } from "~/core/runs/run-log";
import { RunLogTable } from "~/core/runs/ui/RunLogTable";
import { RunProgress } from "~/core/runs/ui/RunProgress";
import { RunsTable } from "~/core/runs/ui/RunsTable";
import { CardHeading } from "~/ui/CardHeading";
import { firstPage } from "~/ui/list/address";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { ConnectionState } from "~/ui/realtime/ConnectionState";
import { useLiveRun } from "~/ui/realtime/useLiveRun";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useOperation } from "~/ui/useOperation";
import { LOGS_NOT_LOADED, LOGS_NOT_REFRESHED } from "../messages";
import type { SyncTabData } from "../page-data.server";
import { SECTION } from "../sync/section";
import type { MediaTab } from "../tabs";
import { MediaTabs } from "./MediaTabs";

/** The tab Sync: starts a sync with Salsify, and shows its progress, the earlier ones and their logs. */
export function SyncTabPage({ tabs, runs, current, log, problem }: SyncTabData & { tabs: MediaTab[] }) {
  const panelId = useId();
  const search = usePendingSearch();
  const revalidator = useRevalidator();
  const operation = useOperation();
  const [wasRefreshed, setRefreshed] = useState(false);
  const [dismissed, setDismissed] = useState<typeof problem>();
  const run = useLiveRun(current);
  useListRefresh(runsListOf(SECTION));
  const logCard = useRef<HTMLDivElement>(null);
  const openFileName = log?.fileName ?? null;
  const isFirst = useRef(true);
  useEffect(() => {
    // A log that was opened by a link is below the runs.
    if (openFileName && !isFirst.current) logCard.current?.scrollIntoView({ behavior: "smooth" });
    isFirst.current = false;
  }, [openFileName]);
  const title =
    problem?.title === LOGS_NOT_LOADED && wasRefreshed ? LOGS_NOT_REFRESHED : (problem?.title ?? "");
  return (
    <Page
      title="Product Media"
      primaryAction={{
        content: "Sync",
        disabled: run !== null,
        loading: operation.isBusy,
        onAction: () => operation.run({ intent: "sync" }),
      }}
      secondaryActions={
        <Button
          loading={revalidator.state === "loading" && !operation.isBusy}
          onClick={() => {
            setRefreshed(true);
            revalidator.revalidate();
          }}
        >
          Refresh
        </Button>
      }
    >
      <BlockStack gap="400">
        {problem && problem !== dismissed && (
          <Banner tone="critical" title={title} onDismiss={() => setDismissed(problem)}>
            {problem.text}
          </Banner>
        )}
        <Card padding="0">
          <Box paddingBlock="200" paddingInline="300">
            <InlineStack align="space-between" blockAlign="center" wrap={false}>
              <MediaTabs tabs={tabs} selected="sync" panelId={panelId} />
              {/* Without a connection, neither the progress nor the log follows. */}
              <ConnectionState />
            </InlineStack>
          </Box>
          <section id={panelId} role="tabpanel" aria-label="Sync">
            <Box padding="300" paddingBlockStart="100">
              <RunProgress title="Sync product media from Salsify" run={run} />
            </Box>
            <RunsTable
              runs={runs}
              logHref={(fileName) => firstPage(search, { tab: "sync", log: fileName })}
              openFileName={openFileName}
              onRetry={(f) => operation.run({ intent: "retry", f })}
              isRetrying={operation.isBusy}
            />
          </section>
        </Card>
        {log && (
          <div ref={logCard}>
            <Card padding="0">
              <Box padding="300">
                <CardHeading title="Log" />
              </Box>
              <RunLogTable key={log.fileName} lines={log.lines} />
            </Card>
          </div>
        )}
      </BlockStack>
    </Page>
  );
}
