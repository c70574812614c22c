import { TimeAgo } from "../Moment";
import { ConnectionState } from "../realtime/ConnectionState";
import { FilterChips } from "./FilterChips";
import styles from "./ListPage.module.css";
import type { Freshness, ListFilter } from "./types";

/** Shown with every list. The text is specified. */
export const CHANGES_NOTICE = "* Please allow few mins to reflect the changes.";

interface ListLinesProps {
  appliesAtOnce?: boolean;
  filters?: readonly ListFilter[];
  /** Says whether the rows are live. */
  saysState: boolean;
  freshness?: Freshness;
}

/** Between the tools of a list and its rows: what narrows them, and how current they are. */
export function ListLines({ appliesAtOnce, filters, saysState, freshness }: ListLinesProps) {
  return (
    <div className={filters ? `${styles.lines} ${styles.filtered}` : styles.lines}>
      {!appliesAtOnce && <span>{CHANGES_NOTICE}</span>}
      {filters && <FilterChips filters={filters} />}
      {saysState && (
        <span className={styles.freshness}>
          {freshness && (
            <span>
              Last change from the store: <TimeAgo {...freshness} />
            </span>
          )}
          <ConnectionState />
        </span>
      )}
    </div>
  );
}
