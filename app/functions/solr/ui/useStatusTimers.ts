import { useEffect, useRef } from "react";
import { usePoll } from "~/ui/usePoll";

const POLL_MS = 30_000;
const AFTER_START_MS = 5_000;

interface TimerOptions {
  completed: boolean;
  /** Changes when a sync was started on this page. */
  started: unknown;
  refresh(): void;
}

/** Reads the status again every 30 seconds while a sync is in progress, and 5 seconds after one was started. */
export function useStatusTimers({ completed, started, refresh }: TimerOptions): void {
  const latest = useRef(refresh);
  latest.current = refresh;
  usePoll({ isActive: !completed, everyMs: POLL_MS, poll: refresh });
  useEffect(() => {
    if (!started) return;
    const timer = setTimeout(() => latest.current(), AFTER_START_MS);
    return () => clearTimeout(timer);
  }, [started]);
}
