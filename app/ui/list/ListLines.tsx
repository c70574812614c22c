import { useNavigate } from "@remix-run/react";
import { Button, Tag } from "@shopify/polaris";
import { type ReactNode, useEffect, useRef } from "react";
import { TimeAgo } from "../Moment";
import { ConnectionState } from "../realtime/ConnectionState";
import { firstPage } from "./address";
import styles from "./ListPage.module.css";
import type { Freshness, ListFilter } from "./types";
import { usePendingSearch } from "./usePendingSearch";

/** Shown with every list. The text is specified. */
export const CHANGES_NOTICE = "* Please allow few mins to reflect the changes.";

interface ListLinesProps {
  appliesAtOnce?: boolean;
  filters?: readonly ListFilter[];
  /** The list's tools, where the fields of its filters take the room beside the search. */
  tools?: ReactNode;
  /** Says whether the rows are live. */
  saysState: boolean;
  freshness?: Freshness;
}

/** Between the tools of a list and its rows: what narrows them, and how current they are. */
export function ListLines({ appliesAtOnce, filters, tools, saysState, freshness }: ListLinesProps) {
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
      {tools}
    </div>
  );
}

/** What narrows a list besides its search, each with a button that removes it. */
export function FilterChips({ filters }: { filters: readonly ListFilter[] }) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  const group = useRef<HTMLFieldSetElement>(null);
  const remove = (removed: readonly ListFilter[]) => () =>
    navigate(firstPage(search, Object.assign({}, ...removed.map(({ without }) => without))));
  useFocusAfterRemoval(group, filters.length);
  if (filters.length === 0) return null;
  return (
    <fieldset ref={group} className={styles.chips} aria-label="Filters">
      {filters.map((filter) => (
        <Tag key={filter.label} accessibilityLabel={textOf(filter)} onRemove={remove([filter])}>
          {textOf(filter)}
        </Tag>
      ))}
      {filters.length > 1 && (
        <Button variant="plain" size="micro" onClick={remove(filters)}>
          Clear all filters
        </Button>
      )}
    </fieldset>
  );
}

const textOf = ({ label, value }: ListFilter) => `${label}: ${value}`;

/** The pressed button disappears, so the focus moves to the next one. Without another one, it moves to the page. */
function useFocusAfterRemoval(group: { current: HTMLElement | null }, count: number): void {
  const before = useRef(count);
  useEffect(() => {
    const isRemoved = count < before.current;
    before.current = count;
    if (!isRemoved || document.activeElement !== document.body) return;
    const next = group.current?.querySelector("button") ?? document.querySelector("main");
    next?.focus({ preventScroll: true });
  }, [count, group]);
}
