import { useFetchers, useNavigation, useRevalidator } from "@remix-run/react";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { Notice } from "~/platform/notice";
import type { LiveSync } from "~/platform/realtime/live-sync";
import type { Viewer } from "~/platform/realtime/rooms";
import { appBridge } from "../app-bridge";
import { useFrame } from "../frame";
import { type ConnectionStatus, type JobState, Realtime } from "./realtime";

export type { JobState } from "./realtime";

/** How long a refresh waits for further changes. */
const FIRST_WAIT_MS = 250;
/** During continuous changes (a bulk job), a refresh starts at most this often. */
const BETWEEN_MS = 1_000;
/** Data of this age is fetched again when the window becomes visible, also with a live connection: a message may have been lost. */
const OLD_MS = 60_000;

interface RealtimeContextValue {
  realtime: Realtime;
  /** How many dialogs with unsaved input are open; a refresh waits for them. */
  holds: { current: number; released: Set<() => void> };
  /** When the page's data began to load last, as `performance.now()`. Refreshes don't count. */
  loadBeganAt: number;
  /** When the last refresh began, of any of the page's hooks: it loads the data of all. */
  refreshBeganAt: number;
}

const RealtimeContext = createContext<RealtimeContextValue | null>(null);
const nothingToWatch = () => () => {};
const NOBODY: readonly Viewer[] = [];

/** Opens the realtime connection after the page was hydrated. */
export function RealtimeProvider({ children }: { children: ReactNode }) {
  const [value] = useState<RealtimeContextValue>(() => ({
    realtime: new Realtime(),
    holds: { current: 0, released: new Set() },
    loadBeganAt: performance.now(),
    refreshBeganAt: Number.NEGATIVE_INFINITY,
  }));
  const { state } = useNavigation();
  useEffect(() => {
    if (state === "loading") value.loadBeganAt = performance.now();
  }, [state, value]);
  useEffect(() => {
    const bridge = appBridge();
    return bridge && value.realtime.connect(() => bridge.idToken());
  }, [value]);
  return <RealtimeContext.Provider value={value}>{children}</RealtimeContext.Provider>;
}

/** The state of the realtime connection. */
export function useConnectionStatus(): ConnectionStatus {
  const realtime = useContext(RealtimeContext)?.realtime;
  return useSyncExternalStore(
    realtime?.watch ?? nothingToWatch,
    () => realtime?.status ?? "off",
    () => "off" as const,
  );
}

/** The latest event of a job; undefined before the first one. */
export function useJob(id: string): JobState | undefined {
  const realtime = useContext(RealtimeContext)?.realtime;
  return useSyncExternalStore(
    realtime?.watch ?? nothingToWatch,
    () => realtime?.job(id),
    () => undefined,
  );
}

/** Shows the notices that the server sends without a request. */
export function useServerNotices(show: (notice: Notice) => void): void {
  const realtime = useContext(RealtimeContext)?.realtime;
  if (realtime) realtime.onNotice = show;
}

/** Names of the other people who look at a record, `showPromotion/submission/17`, right now. They see that this person looks at it, too. */
export function useOtherViewers(subject: string): string[] {
  const realtime = useContext(RealtimeContext)?.realtime;
  const { administrator } = useFrame();
  useEffect(() => realtime?.show(subject), [realtime, subject]);
  const viewers = useSyncExternalStore(
    realtime?.watch ?? nothingToWatch,
    () => realtime?.viewersOf(subject) ?? NOBODY,
    () => NOBODY,
  );
  return viewers.filter(({ id }) => id !== administrator.id).map(({ name }) => name);
}

/** Forgets a job's events. Call it when the job is retried: the events of both attempts have the same id. */
export function useForgetJob(): (id: string) => void {
  const realtime = useContext(RealtimeContext)?.realtime;
  return useCallback((id) => realtime?.forgetJob(id), [realtime]);
}

/** What the server has sent about a sync. Undefined before the first message. */
export function useSyncMessages(id: string | undefined): LiveSync | undefined {
  const realtime = useContext(RealtimeContext)?.realtime;
  return useSyncExternalStore(
    realtime?.watch ?? nothingToWatch,
    () => (id === undefined ? undefined : realtime?.sync(id)),
    () => undefined,
  );
}

/**
 * Fetches the page's data again 250 ms after a list that it shows changed, and at most once a second while it keeps
 * changing; also when the window becomes visible, if there is no live connection or the data is older than a minute. Waits while a dialog
 * with unsaved input is open (`useHoldRefresh`).
 * Several lists that change together cause one refresh, also those of several hooks.
 * @param lists null watches none
 */
export function useListRefresh(...lists: readonly (string | null)[]): void {
  const context = useContext(RealtimeContext);
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const isBusy = useRef(false);
  isBusy.current =
    state === "loading" ||
    navigation.state !== "idle" ||
    // After an action. The load of a part doesn't count: the router starts it again, and can leave it "loading" for ever.
    fetchers.some(({ state, formMethod }) => state === "loading" && formMethod !== undefined);
  const refresh = useRef(revalidate);
  refresh.current = revalidate;
  // The array is a new one in each render.
  const names = lists.filter((list) => list !== null).join();

  useEffect(() => {
    if (!context || names === "") return;
    const watched = names.split(",");
    const { realtime, holds } = context;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let requestedAt = Number.NEGATIVE_INFINITY;
    let isWaiting = false;
    const run = () => {
      timer = undefined;
      // Another hook's refresh has read the change, too.
      if (context.refreshBeganAt > requestedAt) return;
      isWaiting = holds.current > 0;
      if (isWaiting) return;
      // A load in flight may have read before the change, and another one would abort it: refresh after it.
      if (isBusy.current) schedule();
      else {
        context.refreshBeganAt = performance.now();
        refresh.current();
      }
    };
    // A timer that runs is left alone: restarted by each change, it would never end while changes come quickly.
    const schedule = () => {
      timer ??= setTimeout(
        run,
        Math.max(FIRST_WAIT_MS, context.refreshBeganAt + BETWEEN_MS - performance.now()),
      );
    };
    const request = () => {
      requestedAt = performance.now();
      schedule();
    };
    const onReleased = () => {
      if (isWaiting) schedule();
    };
    const onVisible = () => {
      const isOld = performance.now() - Math.max(context.refreshBeganAt, context.loadBeganAt) > OLD_MS;
      if (document.visibilityState === "visible" && (isOld || realtime.status !== "live")) request();
    };
    const stopWatching = watched.map((list) => realtime.watchList(list, request));
    // Its data may have been read before a change that arrived while nothing watched this list.
    if (watched.some((list) => realtime.changedSince(list, context.loadBeganAt))) request();
    holds.released.add(onReleased);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      clearTimeout(timer);
      for (const stop of stopWatching) stop();
      holds.released.delete(onReleased);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [context, names]);
}

/** Postpones refreshes of the page's data while `active`, for a dialog with unsaved input. */
export function useHoldRefresh(active: boolean): void {
  const holds = useContext(RealtimeContext)?.holds;
  const release = useCallback(() => {
    if (!holds) return;
    holds.current -= 1;
    if (holds.current === 0) for (const onReleased of holds.released) onReleased();
  }, [holds]);
  useEffect(() => {
    if (!active || !holds) return;
    holds.current += 1;
    return release;
  }, [active, holds, release]);
}

/** A check for unsaved input in an open dialog, for which refreshes wait. */
export function useIsHeld(): () => boolean {
  const holds = useContext(RealtimeContext)?.holds;
  return useCallback(() => holds !== undefined && holds.current > 0, [holds]);
}
