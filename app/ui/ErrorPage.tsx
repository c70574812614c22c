import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { describeError, shopifyHandshake } from "./describe-error";
import styles from "./ErrorPage.module.css";
import { useNonce } from "./nonce";
import { PageLink } from "./PageLink";

/**
 * A page in the place of one that could not be shown: what is wrong, under which reference, and a way on.
 * It uses nothing of Polaris's providers, so that it works also where the shell itself failed.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const nonce = useNonce();
  const handshake = shopifyHandshake(error, nonce);
  if (handshake) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: only Shopify's own script, see shopifyHandshake
    return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: handshake }} />;
  }
  const { title, sentence, reference, canRetry, isOffline } = describeError(error);
  return (
    <MessagePage title={title} sentence={sentence}>
      {reference && (
        <p>
          Reference: <code>{reference}</code>
        </p>
      )}
      {isOffline ? (
        <Reconnecting />
      ) : (
        <Ways>{canRetry && <RetryButton label="Try again" onClick={() => window.location.reload()} />}</Ways>
      )}
    </MessagePage>
  );
}

/** Retries automatically. The button doesn't wait for the next attempt. */
function Reconnecting() {
  const { isTrying, tryNow } = useReconnect();
  // A screen reader announces what changes in a status, not what it contains at first.
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return (
    <>
      <p role="status">{isMounted && "The page opens automatically when Backroom responds."}</p>
      <Ways>
        <RetryButton label={isTrying ? "Trying again…" : "Try again"} onClick={tryNow} />
      </Ways>
    </>
  );
}

const Ways = ({ children }: { children: ReactNode }) => (
  <p className={styles.ways}>
    {children}
    <PageLink to="/">Go to the home page</PageLink>
  </p>
);

const RetryButton = ({ label, onClick }: { label: string; onClick(): void }) => (
  <button type="button" className={styles.retry} onClick={onClick}>
    {label}
  </button>
);

/** A centered message on an otherwise empty page, for inside the page's `main`. */
export function MessagePage(props: { title: string; sentence?: string; children?: ReactNode }) {
  return (
    <div className={styles.page}>
      <h1>{props.title}</h1>
      {props.sentence && <p>{props.sentence}</p>}
      {props.children}
    </div>
  );
}

/** How long it waits before it tries again: at first, and at most. Each time it waits twice as long. */
const RETRY_MS = { first: 5_000, max: 60_000 };
/** A connection that is lost may leave a request without an end. */
const ATTEMPT_MS = 10_000;

/**
 * For a page that couldn't be loaded without a connection: loads it again when the server responds. Unlike a reload, an attempt
 * that fails leaves the page as it is: the browser would show an error page of its own, which never tries again.
 */
function useReconnect(): { isTrying: boolean; tryNow(): void } {
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
