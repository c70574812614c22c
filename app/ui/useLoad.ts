import { useMatches } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { expectPartOfPage } from "./refused-requests";
import { useFetcher } from "./useFetcher";

/**
 * Loads data beside the page's own, such as those of a dialog, as soon as the server answers. When two operations end at the same time, the router can drop a load in
 * flight: its fetcher is "loading" forever. The page's data has been loaded again then, so a load without an answer is repeated.
 */
export function useLoad<Data>() {
  const { data, state, load: start } = useFetcher<Data>();
  const page = useMatches();
  const request = useRef<{ href: string; before: unknown } | null>(null);
  const latest = useRef<unknown>(data);
  latest.current = data;
  const load = useCallback(
    (href: string) => {
      request.current = { href, before: latest.current };
      expectPartOfPage(href);
      start(href);
    },
    [start],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the page's data was loaded
  useEffect(() => {
    if (request.current && latest.current === request.current.before) start(request.current.href);
  }, [page, start]);
  return { data, state, load };
}

/** Browsers without idle callbacks (Safari) wait this long. */
const WITHOUT_IDLE_MS = 1_000;

/** Loads the scripts of what people will probably open, once the browser is idle. @param load the same function in each render */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    // A script that can't be loaded now is loaded again when it is needed.
    const start = () => void load().catch(() => {});
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(start, WITHOUT_IDLE_MS);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(start);
    return () => cancelIdleCallback(request);
  }, [load]);
}
