import { useEffect } from "react";

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
