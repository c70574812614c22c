import { Spinner } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { ListResult } from "~/platform/list";
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

/** For a page that all rows have left, for example because they were decided. A list that counts its pages shows its last one then. */
const PAGE_EMPTIED = "There are no more rows on this page. Choose Previous to see the ones before it.";
/** For an emptied page that was reached by Previous, and that has no page before it. */
const FIRST_PAGE_EMPTIED = "There are no more rows on this page. Choose Next to see the ones after it.";

/** What to do on a page that all rows have left. Empty where there is no other page. */
export function emptiedTextOf({ pager, hasPreviousPage, hasNextPage }: ListResult<unknown>): string {
  if (pager) return "";
  if (hasPreviousPage) return PAGE_EMPTIED;
  return hasNextPage ? FIRST_PAGE_EMPTIED : "";
}
