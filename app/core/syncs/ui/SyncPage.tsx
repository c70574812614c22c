import { useRevalidator } from "@remix-run/react";
import { Banner, BlockStack, Box, Button, Card, InlineStack, Page } from "@shopify/polaris";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { PageCall } from "~/platform/page-call";
import { isInProgress } from "~/platform/realtime/live-sync";
import { useMenuName } from "~/ui/frame";
import { firstPage } from "~/ui/list/address";
import { EmptyOverlay } from "~/ui/list/RowOverlay";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { ConnectionState } from "~/ui/realtime/ConnectionState";
import { useLiveSync } from "~/ui/realtime/useLiveJob";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import { usePoll } from "~/ui/usePoll";
import NotSetUp, { CONNECTIONS_PAGE } from "../../connections/ui/NotSetUp";
import type { SyncPageData } from "../read-sync-page.server";
import { LOGS_NOT_LOADED, LOGS_NOT_REFRESHED, syncsListOf } from "../sync";
import { SyncLogCard } from "./SyncLogTable";
import { useSyncOutcome, useSyncPoll } from "./SyncProgress";
import { type SyncNeed, SyncStatus } from "./SyncStatus";
import { SyncsTable } from "./SyncsTable";

/** Of the live log, unless a page names another one. */
const LOG_HEIGHT_PX = 200;

interface SyncPageProps extends SyncPageData {
  title: string;
  /** What a sync does: "Sync product media from Salsify". */
  runTitle: string;
  section: string;
  /** The tabs of a page that has any, and the tab's panel. */
  tabs?: { bar: ReactNode; panelId: string; label: string };
  /** Fields of the page's address that stay when a log is opened. */
  address?: Record<string, string>;
  /** Of the live log, in pixels. */
  logHeight?: number;
  /** What else needs a person, besides the newest sync. */
  needs?: readonly SyncNeed[];
  /** The system whose connection isn't set up in this shop: no sync can be started. */
  notSetUp?: string;
  /** The call that starts a sync. */
  start: PageCall;
  /** The call that retries the steps that failed in a sync, where they can be retried alone. */
  retry?(fileName: string): PageCall;
  /** How long the outcome of a successful sync is shown, on pages with a required duration. */
  outcomeSeconds?: number;
  /** On pages with required captions and intervals. */
  required?: RequiredBehavior;
}

interface RequiredBehavior {
  /** Captions of the buttons that start a sync, and that read the page again. */
  start: string;
  refresh: string;
  /** How often the page is read again while a sync is in progress, and how soon after a start. */
  pollMs: number;
  afterStartMs: number;
}

/** The page of a sync: starts it, shows its progress, the earlier syncs and their logs. */
export function SyncPage(props: SyncPageProps) {
  const {
    title,
    runTitle,
    section,
    tabs,
    address,
    logHeight = LOG_HEIGHT_PX,
    needs,
    notSetUp,
    start,
    retry,
    outcomeSeconds,
    required,
    syncs,
    current,
    log,
    problem,
  } = props;
  const search = usePendingSearch();
  const revalidator = useRevalidator();
  const operation = useCall();
  const [wasRefreshed, setRefreshed] = useState(false);
  const [dismissed, setDismissed] = useState<typeof problem>();
  const sync = useLiveSync(current);
  const logHref = (fileName: string) => firstPage(search, { ...address, log: fileName });
  useListRefresh(syncsListOf(section));
  // Without syncs and with a problem, it isn't known whether there are any.
  const isUnknown = problem !== null && syncs.length === 0;
  useSyncOutcome(section, isUnknown ? undefined : syncs, { seconds: outcomeSeconds });
  useSyncPoll(current !== null && required === undefined);
  useRequiredTimers(required, {
    isRunning: current !== null,
    started: operation.answer,
    refresh: revalidator.revalidate,
  });
  const refused = problem?.title === LOGS_NOT_LOADED && wasRefreshed ? LOGS_NOT_REFRESHED : problem?.title;
  return (
    <Page
      title={title}
      subtitle={useMenuName(title)}
      primaryAction={{
        content: required?.start ?? "Sync",
        disabled: isInProgress(sync) || notSetUp !== undefined,
        loading: operation.isBusy,
        onAction: () => operation.run(start),
      }}
      secondaryActions={
        <Button
          loading={revalidator.state === "loading" && !operation.isBusy}
          onClick={() => {
            setRefreshed(true);
            revalidator.revalidate();
          }}
        >
          {required?.refresh ?? "Refresh"}
        </Button>
      }
    >
      <BlockStack gap="400">
        {problem && problem !== dismissed && (
          <Banner tone="critical" title={refused} onDismiss={() => setDismissed(problem)}>
            {problem.text}
          </Banner>
        )}
        {notSetUp !== undefined && <NotSetUp system={notSetUp} />}
        <Card padding="0">
          <Box paddingBlock="200" paddingInline="300">
            <InlineStack align={tabs ? "space-between" : "end"} blockAlign="center" wrap={false}>
              {tabs?.bar}
              {/* Without a connection, neither the progress nor the log follows. */}
              <ConnectionState />
            </InlineStack>
          </Box>
          <section
            id={tabs?.panelId}
            role={tabs ? "tabpanel" : undefined}
            aria-label={tabs?.label ?? "Syncs"}
          >
            {isUnknown ? (
              <EmptyOverlay
                heading="The syncs couldn't be read"
                action={{ content: "Try again", onAction: revalidator.revalidate }}
              />
            ) : (
              <>
                <Box padding="300" paddingBlockStart="100">
                  <SyncStatus
                    title={runTitle}
                    sync={sync}
                    isStarting={operation.isBusy}
                    syncs={syncs}
                    logHeight={logHeight}
                    logHref={logHref}
                    onRetry={retry && ((fileName) => operation.run(retry(fileName)))}
                    needs={needs}
                  />
                </Box>
                <SyncsTable
                  syncs={syncs}
                  logHref={logHref}
                  openFileName={log?.fileName ?? null}
                  first={
                    notSetUp
                      ? { content: "Settings", url: CONNECTIONS_PAGE }
                      : { content: "Start a sync", onAction: () => operation.run(start) }
                  }
                />
              </>
            )}
          </section>
        </Card>
        <SyncLogCard log={log} />
      </BlockStack>
    </Page>
  );
}

interface TimerOptions {
  isRunning: boolean;
  /** Changes when a sync was started on this page. */
  started: unknown;
  refresh(): void;
}

/** Reads the page again in the intervals that it requires: while a sync is in progress, and once after one was started. */
function useRequiredTimers(
  required: RequiredBehavior | undefined,
  { isRunning, started, refresh }: TimerOptions,
): void {
  const latest = useRef(refresh);
  latest.current = refresh;
  const { pollMs = 0, afterStartMs } = required ?? {};
  usePoll({ isActive: required !== undefined && isRunning, everyMs: pollMs, poll: refresh });
  useEffect(() => {
    if (!started || afterStartMs === undefined) return;
    const timer = setTimeout(() => latest.current(), afterStartMs);
    return () => clearTimeout(timer);
  }, [started, afterStartMs]);
}
