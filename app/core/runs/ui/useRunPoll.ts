import { useRevalidator } from "@remix-run/react";
import { useConnectionStatus, useIsHeld } from "~/ui/realtime/useRealtime";
import { usePoll } from "~/ui/usePoll";

const POLL_MS = 30_000;

/**
 * Loads the page again every 30 seconds while a run is in progress and the server can't send what it does. Not while a dialog with
 * unsaved input is open.
 */
export function useRunPoll(isRunning: boolean): void {
  const { revalidate } = useRevalidator();
  const isHeld = useIsHeld();
  const isLive = useConnectionStatus() === "live";
  const poll = () => {
    if (!isHeld()) revalidate();
  };
  usePoll({ isActive: isRunning && !isLive, everyMs: POLL_MS, poll });
}
