import { useEffect, useRef } from "react";

interface Poll {
  isActive: boolean;
  everyMs: number;
  poll(): void;
}

/** Polls at an interval while it is active. */
export function usePoll({ isActive, everyMs, poll }: Poll): void {
  const latest = useRef(poll);
  latest.current = poll;
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => latest.current(), everyMs);
    return () => clearInterval(timer);
  }, [isActive, everyMs]);
}
