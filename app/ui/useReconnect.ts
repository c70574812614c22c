import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";

/** How long it waits before it tries again: at first, and at most. Each time it waits twice as long. */
const RETRY_MS = { first: 5_000, max: 60_000 };
/** A connection that is lost may leave a request without an end. */
const ATTEMPT_MS = 10_000;

/**
 * For a page that couldn't be loaded without a connection: loads it again when the server responds. Unlike a reload, an attempt
 * that fails leaves the page as it is: the browser would show an error page of its own, which never tries again.
 */
export function useReconnect(): { isTrying: boolean; tryNow(): void } {
  const navigate = useNavigate();
  const location = useLocation();
  const { state } = useNavigation();
  const [isProbing, setIsProbing] = useState(false);
  const [attempts, setAttempts] = useState(0);
  // The person may open another page during an attempt.
  const target = useRef<typeof location | null>(null);
  useEffect(() => {
    target.current = state === "idle" ? location : null;
    return () => {
      target.current = null;
    };
  }, [location, state]);
  const isTrying = isProbing || state !== "idle";

  const tryNow = useCallback(async () => {
    setIsProbing(true);
    // Any answer will do: while the server is too busy for the page, its data is requested again (refused-requests.ts).
    const request = fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(ATTEMPT_MS) });
    const responds = await request.then(
      () => true,
      () => false,
    );
    // Without a new location, Remix keeps its error page when the data arrive within one rendering.
    const page = responds && target.current;
    if (page) navigate(page, { replace: true, state: page.state });
    setIsProbing(false);
    setAttempts((count) => count + 1);
  }, [navigate]);

  useEffect(() => {
    if (isTrying) return;
    const timer = setTimeout(tryNow, Math.min(RETRY_MS.first * 2 ** attempts, RETRY_MS.max));
    window.addEventListener("online", tryNow);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", tryNow);
    };
  }, [isTrying, attempts, tryNow]);

  return { isTrying, tryNow };
}
