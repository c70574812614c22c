import type { ReactNode } from "react";
import { describeError, shopifyHandshake } from "./describe-error";
import styles from "./ErrorPage.module.css";
import { PageLink } from "./PageLink";

/**
 * A page in the place of one that could not be shown: what is wrong, under which reference, and a way on.
 * It uses nothing of Polaris's providers, so that it works also where the shell itself failed.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const handshake = shopifyHandshake(error);
  if (handshake) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: only Shopify's own script, see shopifyHandshake
    return <div dangerouslySetInnerHTML={{ __html: handshake }} />;
  }
  const { title, sentence, reference, canRetry } = describeError(error);
  return (
    <MessagePage title={title} sentence={sentence}>
      {reference && (
        <p>
          Reference: <code>{reference}</code>
        </p>
      )}
      <p className={styles.ways}>
        {canRetry && (
          <button type="button" className={styles.retry} onClick={() => window.location.reload()}>
            Try again
          </button>
        )}
        <PageLink to="/">Go to the home page</PageLink>
      </p>
    </MessagePage>
  );
}

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
