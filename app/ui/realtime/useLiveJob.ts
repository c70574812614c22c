import { useRevalidator } from "@remix-run/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { hasEnded } from "~/platform/jobs/states";
import { type LiveSync, type LoadedSync, MAX_LIVE_LINES } from "~/platform/realtime/live-sync";
import { usePoll } from "~/ui/usePoll";
import { type JobState, useConnectionStatus, useJob, useSyncMessages } from "./useRealtime";

/** A job's latest state: the loader's, or that of a message that arrived after it. */
export function useLiveJob(loaded: JobState): JobState {
  const event = useJob(loaded.id);
  const [latest, setLatest] = useState<JobState>(loaded);
  const seen = useRef(event);
  useEffect(() => setLatest(loaded), [loaded]);
  useEffect(() => {
    if (event && event !== seen.current) setLatest(event);
    seen.current = event;
  }, [event]);
  return latest;
}

/** A sync that has ended since it was loaded. Its page shows it until it has loaded how it ended. */
const ENDED: LiveSync = { progress: 100, lines: [] };

/**
 * A sync with what the server has sent since: its progress and its log. Lines that the loader read aren't repeated, so the log
 * also survives a reload.
 * @param loaded null when no sync is in progress
 * @returns null when no sync is in progress. At 100 percent, it has ended since it was loaded
 */
export function useLiveSync(loaded: LoadedSync | null): LiveSync | null {
  const messages = useSyncMessages(loaded?.id);
  const atLoad = useRef({ loaded, messages });
  if (atLoad.current.loaded !== loaded) atLoad.current = { loaded, messages };
  // An end that the loader's answer is newer than: the sync was retried since.
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

/** While a job runs, the page's rows are read again at most this often. */
const ROWS_EVERY_MS = 2_000;

/** Without a realtime connection, they are read this often. */
const POLL_MS = 30_000;

/**
 * Reloads the page's data when the job progresses: immediately when its state changes, otherwise every two seconds at most. It also
 * reloads when the realtime connection opens, because earlier events were missed, and every 30 seconds while there is none.
 */
export function useRefreshAsJobMoves(job: JobState): void {
  const event = useJob(job.id);
  const isLive = useConnectionStatus() === "live";
  const { revalidate } = useRevalidator();
  const latest = useRef({ revalidate, job });
  latest.current = { revalidate, job };
  const refreshedAt = useRef(0);

  useEffect(() => {
    if (isLive && !hasEnded(latest.current.job.state)) latest.current.revalidate();
  }, [isLive]);
  usePoll({ isActive: !isLive && !hasEnded(job.state), everyMs: POLL_MS, poll: revalidate });

  useEffect(() => {
    const { job: shown } = latest.current;
    if (!event || (hasEnded(shown.state) && event.state === shown.state)) return;
    const refresh = () => {
      refreshedAt.current = performance.now();
      latest.current.revalidate();
    };
    if (event.state !== shown.state) return refresh();
    const timer = setTimeout(refresh, Math.max(0, refreshedAt.current + ROWS_EVERY_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [event]);
}
