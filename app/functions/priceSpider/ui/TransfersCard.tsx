import { Box, Card, InlineStack, Text } from "@shopify/polaris";
import { Suspense, useState } from "react";
import { RunProgress } from "~/core/runs/ui/RunProgress";
import { RunsTable } from "~/core/runs/ui/RunsTable";
import type { LiveRun } from "~/platform/realtime/live-run";
import { CardHeading } from "~/ui/CardHeading";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { formatCount } from "~/ui/numbers";
import { ConnectionState } from "~/ui/realtime/ConnectionState";
import type { Transfer } from "../contract";

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

interface TransfersCardProps {
  transfers: readonly Transfer[];
  /** The one in progress. */
  run: LiveRun | null;
  openFileName: string | null;
  isBusy: boolean;
  /** @param confirm accepts a feed that was held back for its size */
  onRetry(fileName: string, confirm: boolean): void;
}

/** The progress of a transfer, and the newest transfers with their logs. */
export function TransfersCard({ transfers, run, openFileName, isBusy, onRetry }: TransfersCardProps) {
  const search = usePendingSearch();
  const [confirming, setConfirming] = useState<Transfer>();
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
        <RunProgress title="Update PriceSpider" run={run} noun="transfer" />
      </Box>
      <RunsTable
        runs={transfers}
        logHref={(fileName) => firstPage(search, { log: fileName })}
        openFileName={openFileName}
        onRetry={retry}
        isRetrying={isBusy}
        noun="transfer"
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
