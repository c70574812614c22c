import { Button, InlineStack } from "@shopify/polaris";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { findActiveRow } from "~/ui/focus";
import { formatCount } from "~/ui/numbers";
import styles from "./ListPage.module.css";
import type { BulkAction, MatchCount } from "./types";
import type { Selection } from "./useSelection";

interface BulkBarProps<Row> {
  rows: readonly Row[];
  selection: Selection;
  actions: readonly BulkAction<Row>[];
  loading: boolean;
  /** Counts all rows that match. Offered when the page is selected and the list has others. */
  countMatching?: () => Promise<MatchCount>;
  /** How many match, where the list has counted them. */
  matches?: number;
  /** Fields and buttons of the page's own. They stay mounted without a selection, and show nothing in the bar then. */
  children?: ReactNode;
}

const PanelContext = createContext<HTMLElement | null>(null);

/**
 * The actions for the selected rows with their fields, in place of the column headings, as in Shopify's lists. It covers the headings,
 * so selecting a row moves nothing.
 */
export function BulkBar<Row extends { id: string }>(props: BulkBarProps<Row>) {
  const { rows, selection, actions, loading, countMatching, matches, children } = props;
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  // A selection that is kept over the pages includes rows of other pages.
  const count = selection.ids.size;
  const isSelecting = count > 0;
  useFocusInListAfter(isSelecting);
  return (
    <div className={styles.bulk}>
      <div className={isSelecting ? styles.bulkContent : undefined}>
        {isSelecting && (
          <SelectedCount
            count={count}
            selection={selection}
            countMatching={countMatching}
            matches={matches}
          />
        )}
        <PanelContext.Provider value={panel}>{children}</PanelContext.Provider>
        {isSelecting && (
          <InlineStack gap="100" wrap={false}>
            <BulkButtons actions={actions} rows={rows} selection={selection} loading={loading} />
            <Button size="slim" variant="tertiary" onClick={selection.clear}>
              Clear selection
            </Button>
          </InlineStack>
        )}
      </div>
      <div ref={setPanel} className={styles.bulkPanel} />
    </div>
  );
}

interface SelectedCountProps {
  count: number;
  selection: Selection;
  countMatching?: () => Promise<MatchCount>;
  matches?: number;
}

/** How many are selected, and the way to all that match. */
function SelectedCount({ count, selection, countMatching, matches }: SelectedCountProps) {
  const { all, selectAll } = selection;
  const [state, setState] = useState<"idle" | "counting" | { problem: string }>("idle");
  const text = useRef<HTMLSpanElement>(null);
  // None while a row of the page isn't selected.
  const latestCount = useRef(countMatching);
  latestCount.current = countMatching;
  const onSelectAll = async () => {
    if (!countMatching || !selectAll) return;
    setState("counting");
    const found = await countMatching().catch(() => null);
    // The selection has ended, with another search or page.
    if (!text.current) return;
    // A row was cleared since.
    if (!latestCount.current) return setState("idle");
    if (!found) return setState({ problem: "They couldn't be counted. Try again." });
    if (found.count > found.max)
      return setState({
        problem: `More than ${formatCount(found.max)} match. Narrow the search.`,
      });
    setState("idle");
    selectAll(found.count);
    // The button disappears.
    text.current.focus({ preventScroll: true });
  };
  return (
    <>
      <span ref={text} tabIndex={-1} role="status" className={styles.bulkCount}>
        {typeof all === "number" ? `All ${formatCount(all)} selected` : `${formatCount(count)} selected`}
      </span>
      {countMatching && typeof all !== "number" && (
        <Button size="slim" variant="tertiary" loading={state === "counting"} onClick={onSelectAll}>
          {matches === undefined ? "Select all that match" : `Select all ${formatCount(matches)} that match`}
        </Button>
      )}
      {typeof state === "object" && <BulkWarning>{state.problem}</BulkWarning>}
    </>
  );
}

/** Why the actions can't be used with this selection. */
export const BulkWarning = ({ children }: { children: string }) => (
  <span role="status" className={styles.bulkWarning}>
    {children}
  </span>
);

/** What the bar has no room for, such as a message or the outcome of each row. It lies over the rows below the bar and moves none. */
export function BulkPanel({ children }: { children: ReactNode }) {
  const panel = useContext(PanelContext);
  return panel && createPortal(children, panel);
}

/** The bar disappears when the selection ends, and the focused button with it, so the focus moves to the list. The page doesn't scroll. */
function useFocusInListAfter(isSelecting: boolean): void {
  const wasSelecting = useRef(isSelecting);
  useEffect(() => {
    const hasEnded = wasSelecting.current && !isSelecting;
    wasSelecting.current = isSelecting;
    if (hasEnded && document.activeElement === document.body) findActiveRow()?.focus({ preventScroll: true });
  }, [isSelecting]);
}

interface BulkButtonsProps<Row> {
  actions: readonly BulkAction<Row>[];
  rows: readonly Row[];
  selection: Selection;
  loading: boolean;
}

/** What can be done with the ticked rows together, a button each; while none is ticked they cannot be pressed. */
export function BulkButtons<Row extends { id: string }>(props: BulkButtonsProps<Row>) {
  const { actions, rows, selection, loading } = props;
  const selected = rows.filter((row) => selection.ids.has(row.id));
  const { all } = selection;
  return actions.map((action) => (
    <Button
      key={action.label}
      size="slim"
      tone={action.destructive ? "critical" : undefined}
      disabled={loading || selected.length === 0 || (typeof all === "number" && !action.onAll)}
      loading={action.loading}
      onClick={() =>
        typeof all === "number"
          ? action.onAll?.(all, selection.clear)
          : action.onAction(selected, selection.clear)
      }
    >
      {action.label}
    </Button>
  ));
}
