import { useMemo, useRef } from "react";
import { type LiveRun, type LoadedRun, MAX_LIVE_LINES } from "~/platform/realtime/live-run";
import { useRunMessages } from "./useRealtime";

/** A run that has ended since it was loaded. Its page shows it until it has loaded how it ended. */
const ENDED: LiveRun = { progress: 100, lines: [] };

/**
 * A run with what the server has sent since: its progress and its log. Lines that the loader read aren't repeated, so the log
 * also survives a reload.
 * @param loaded null when no run is in progress
 * @returns null when no run is in progress. At 100 percent, it has ended since it was loaded
 */
export function useLiveRun(loaded: LoadedRun | null): LiveRun | null {
  const messages = useRunMessages(loaded?.id);
  const atLoad = useRef({ loaded, messages });
  if (atLoad.current.loaded !== loaded) atLoad.current = { loaded, messages };
  // An end that the loader's answer is newer than: the run was retried since.
  const isOldEnd = messages?.progress === 100 && messages === atLoad.current.messages;
  const live = isOldEnd ? undefined : messages;
  return useMemo(() => {
    if (!loaded) return null;
    if (live?.progress === 100) return ENDED;
    const ids = new Set(loaded.lines.map(({ id }) => id));
    const newLines = live?.lines.filter(({ id }) => !ids.has(id)) ?? [];
    return {
      progress: Math.max(loaded.progress, live?.progress ?? 0),
      logProblem: loaded.logProblem,
      lines: [...loaded.lines, ...newLines].slice(-MAX_LIVE_LINES),
    };
  }, [loaded, live]);
}
