import { useRevalidator } from "@remix-run/react";
import { useConnectionStatus } from "~/ui/realtime/useRealtime";
import { usePoll } from "~/ui/usePoll";

const POLL_MS = 30_000;

/** Loads the page again every 30 seconds while a run is in progress and the server can't send what it does. */
export function useRunPoll(isRunning: boolean): void {
  const { revalidate } = useRevalidator();
  const isLive = useConnectionStatus() === "live";
  usePoll({ isActive: isRunning && !isLive, everyMs: POLL_MS, poll: revalidate });
}
