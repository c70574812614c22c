import { useEffect, useRef } from "react";
import { runsListOf } from "~/core/runs/run-constants";
import { hasEnded } from "~/platform/jobs/states";
import { type Notice, SUCCESS_SECONDS } from "~/platform/notice";
import { useNotices } from "~/ui/useNotices";
import type { Transfer } from "../contract";
import type { PriceSpiderAnswer } from "../form.server";
import { SECTION } from "../lists";
import { PRICESPIDER_NOT_UPDATED, PRICESPIDER_UPDATED } from "../messages";

/**
 * Shows once how each transfer ended that was in progress on this page. It replaces the notice about the start of the transfer.
 * @param currentId of the one in progress
 * @param started the answer to a start or a retry, when the transfers are newer than it
 */
export function useTransferOutcome(
  transfers: readonly Transfer[],
  currentId: string | undefined,
  started: PriceSpiderAnswer | undefined,
): void {
  const { show } = useNotices();
  const pending = useRef(new Set<string>());
  useEffect(() => {
    if (currentId) pending.current.add(currentId);
  }, [currentId]);
  useEffect(() => {
    if (started?.transferId) pending.current.add(started.transferId);
  }, [started]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a transfer may have ended before it is pending
  useEffect(() => {
    for (const transfer of transfers)
      if (hasEnded(transfer.state) && pending.current.delete(transfer.fileName))
        show({ ...noticeOf(transfer), topic: runsListOf(SECTION) });
  }, [transfers, show, currentId, started]);
}

function noticeOf({ state, failed, reason }: Transfer): Notice {
  if (state === "cancelled") return { level: "warning", text: "The transfer was canceled." };
  if (state === "completed" && failed === 0)
    return { level: "success", text: PRICESPIDER_UPDATED, seconds: SUCCESS_SECONDS };
  return { level: "critical", title: PRICESPIDER_NOT_UPDATED, text: reason ?? "See the log." };
}
