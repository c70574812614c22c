import { Box, Card, InlineStack, Text } from "@shopify/polaris";
import { Suspense, useEffect, useRef, useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import { syncsListOf } from "~/core/syncs/sync";
import { type SyncNeed, SyncStatus } from "~/core/syncs/ui/SyncStatus";
import { SyncsTable } from "~/core/syncs/ui/SyncsTable";
import { hasEnded } from "~/platform/jobs/states";
import { type Notice, SUCCESS_SECONDS } from "~/platform/notice";
import type { LiveSync } from "~/platform/realtime/live-sync";
import { CardHeading } from "~/ui/CardHeading";
import type { EmptyStateProps } from "~/ui/EmptyState";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { formatCount } from "~/ui/numbers";
import { ConnectionState } from "~/ui/realtime/ConnectionState";
import { useNotices } from "~/ui/useNotices";
import type { Transfer } from "../schemas";
import { PRICESPIDER_NOT_UPDATED, PRICESPIDER_UPDATED, SECTION } from "../settings-fields";

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

/** Of the live log, in pixels. */
const LOG_HEIGHT_PX = 200;

interface TransfersCardProps {
  transfers: readonly Transfer[];
  /** The one in progress. */
  sync: LiveSync | null;
  openFileName: string | null;
  /** A transfer was requested, and the transfers aren't loaded since. */
  isBusy: boolean;
  /** What else needs a person, besides the newest transfer. */
  needs: readonly SyncNeed[];
  /** @param confirm accepts a feed that was held back for its size */
  onRetry(fileName: string, confirm: boolean): void;
  /** The one button while there are no transfers. */
  first: EmptyStateProps["action"];
}

/** The progress of a transfer, and the newest transfers with their logs. */
export function TransfersCard({
  transfers,
  sync,
  openFileName,
  isBusy,
  needs,
  onRetry,
  first,
}: TransfersCardProps) {
  const search = usePendingSearch();
  const [confirming, setConfirming] = useState<Transfer>();
  const logHref = (fileName: string) => firstPage(search, { log: fileName });
  const retry = (fileName: string) => {
    const transfer = transfers.find((one) => one.fileName === fileName);
    if (transfer?.heldBack) setConfirming(transfer);
    else onRetry(fileName, false);
  };
  return (
    <Card padding="0">
      <Box padding="300">
        <InlineStack align="space-between" blockAlign="center" wrap={false}>
          <CardHeading title="Transfers" />
          {/* Without a connection, neither the progress nor the log follows. */}
          <ConnectionState />
        </InlineStack>
      </Box>
      <Box padding="300" paddingBlockStart="0">
        <SyncStatus
          title="Update PriceSpider"
          sync={sync}
          isStarting={isBusy}
          syncs={transfers}
          logHeight={LOG_HEIGHT_PX}
          logHref={logHref}
          onRetry={retry}
          needs={needs}
          noun="transfer"
        />
      </Box>
      <SyncsTable
        syncs={transfers}
        logHref={logHref}
        openFileName={openFileName}
        noun="transfer"
        first={first}
      />
      {confirming?.heldBack && (
        <Suspense>
          <ConfirmModal
            title="Transfer the smaller feed?"
            confirmLabel="Transfer"
            destructive
            onConfirm={() => {
              setConfirming(undefined);
              onRetry(confirming.fileName, true);
            }}
            onClose={() => setConfirming(undefined)}
          >
            <Text as="p">
              {`The feed had ${formatCount(confirming.heldBack.bytes)} bytes. The one before had ${formatCount(confirming.heldBack.lastBytes)} bytes. It is downloaded again, and replaces the feed that PriceSpider has.`}
            </Text>
            <Text as="p" fontWeight="semibold">
              This can't be undone. The next transfer replaces it.
            </Text>
          </ConfirmModal>
        </Suspense>
      )}
    </Card>
  );
}

/**
 * Shows once how each transfer ended that was in progress on this page.
 * @param currentId of the one in progress
 * @param started the answer to a start or a retry, when the transfers are newer than it
 */
export function useTransferOutcome(
  transfers: readonly Transfer[],
  currentId: string | undefined,
  started: CallAnswer | undefined,
): void {
  const { show } = useNotices();
  const pending = useRef(new Set<string>());
  useEffect(() => {
    if (currentId) pending.current.add(currentId);
  }, [currentId]);
  useEffect(() => {
    const { jobId } = (started?.value ?? {}) as { jobId?: string };
    if (jobId) pending.current.add(jobId);
  }, [started]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a transfer may have ended before it is pending
  useEffect(() => {
    for (const transfer of transfers)
      if (hasEnded(transfer.state) && pending.current.delete(transfer.fileName))
        show({ ...noticeOf(transfer), topic: syncsListOf(SECTION) });
  }, [transfers, show, currentId, started]);
}

function noticeOf({ state, failed, reason }: Transfer): Notice {
  if (state === "cancelled") return { level: "warning", text: "The transfer was canceled." };
  if (state === "completed" && failed === 0)
    return { level: "success", text: PRICESPIDER_UPDATED, seconds: SUCCESS_SECONDS };
  return { level: "critical", title: PRICESPIDER_NOT_UPDATED, text: reason ?? "See the log." };
}
