import { Button } from "@shopify/polaris";
import type { BulkAction } from "./types";
import type { Selection } from "./useSelection";

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
