import { Spinner } from "@shopify/polaris";
import type { ReactNode } from "react";
import { EmptyState, type EmptyStateProps } from "../EmptyState";
import styles from "./ListPage.module.css";

/** Covers the rows while the next ones are loaded. It fades in late, so that a fast response doesn't flicker. */
export function LoadingOverlay() {
  return (
    <div className={styles.loading} role="status">
      <div className={styles.loadingText}>
        <Spinner size="small" />
        Please wait while loading
      </div>
    </div>
  );
}

/** In the place of the rows when there are none, with what to do next. */
export function EmptyOverlay({
  heading = "No Records Found",
  action,
  children,
}: {
  heading?: string;
  action?: EmptyStateProps["action"];
  children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <EmptyState heading={heading} action={action}>
        {children}
      </EmptyState>
    </div>
  );
}
