import { Button, InlineStack } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import { findActiveRow } from "~/ui/focus";
import { formatCount } from "~/ui/numbers";
import styles from "./ListPage.module.css";
import type { BulkAction } from "./types";
import type { Selection } from "./useSelection";

interface BulkBarProps<Row> {
  rows: readonly Row[];
  selection: Selection;
  actions: readonly BulkAction<Row>[];
  loading: boolean;
}

/**
 * The actions for the selected rows, in place of the column headings, as in Shopify's lists. It covers the headings, so selecting a
 * row moves nothing.
 */
export function BulkBar<Row extends { id: string }>({
  rows,
  selection,
  actions,
  loading,
}: BulkBarProps<Row>) {
  // A selection that is kept over the pages includes rows of other pages.
  const count = selection.ids.size;
  useFocusInListAfter(count > 0);
  return (
    <div className={styles.bulk}>
      {count > 0 && (
        <div className={styles.bulkContent}>
          <span className={styles.bulkCount}>{formatCount(count)} selected</span>
          <InlineStack gap="100" wrap={false}>
            <BulkButtons actions={actions} rows={rows} selection={selection} loading={loading} />
            <Button size="slim" variant="tertiary" onClick={selection.clear}>
              Clear selection
            </Button>
          </InlineStack>
        </div>
      )}
    </div>
  );
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
  return actions.map((action) => (
    <Button
      key={action.label}
      size="slim"
      tone={action.destructive ? "critical" : undefined}
      disabled={loading || selected.length === 0}
      loading={action.loading}
      onClick={() => action.onAction(selected, selection.clear)}
    >
      {action.label}
    </Button>
  ));
}
