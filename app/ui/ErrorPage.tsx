import { type ReactNode, useEffect, useState } from "react";
import { describeError, shopifyHandshake } from "./describe-error";
import styles from "./ErrorPage.module.css";
import { useNonce } from "./nonce";
import { PageLink } from "./PageLink";
import { useReconnect } from "./useReconnect";

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
