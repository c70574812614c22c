import { Button, ButtonGroup, InlineStack } from "@shopify/polaris";
import { formatCount } from "../numbers";
import { BulkButtons } from "./BulkButtons";
import styles from "./ListPage.module.css";
import type { BulkAction } from "./types";
import type { Selection } from "./useSelection";

interface ListFooterProps<Row> {
  countText: string;
  rows: readonly Row[];
  selection?: Selection;
  bulkActions: readonly BulkAction<Row>[];
  nextLabel: string;
  /** Which page of how many, where the list counts them. */
  pager?: { page: number; pages: number };
  pageWord?: string;
  /** Null: there is no such page. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  loading: boolean;
}

/**
 * The bar below the rows, always in view: how many there are or, once rows are ticked, what can be done with them; and the way
 * to the other pages. It has one height in both forms, so that ticking a row moves nothing.
 */
export function ListFooter<Row extends { id: string }>(props: ListFooterProps<Row>) {
  const { selection, rows, bulkActions, onPrevious, onNext, loading } = props;
  // A selection that is kept over the pages has rows of others, too.
  const count = selection?.ids.size ?? 0;
  return (
    <div className={styles.footer}>
      <div className={styles.footerStart}>
        <span role="status" className={styles.count}>
          {count > 0 ? `${formatCount(count)} selected` : props.countText}
        </span>
        {selection && count > 0 && (
          <ButtonGroup gap="tight">
            <BulkButtons actions={bulkActions} rows={rows} selection={selection} loading={loading} />
            <Button variant="tertiary" onClick={selection.clear}>
              Clear selection
            </Button>
          </ButtonGroup>
        )}
      </div>
      <InlineStack gap="200" blockAlign="center" wrap={false}>
        <Button disabled={!onPrevious || loading} onClick={onPrevious ?? undefined}>
          Previous
        </Button>
        {props.pager && (
          <span className={styles.count}>
            {props.pageWord && `${props.pageWord} `}
            {formatCount(props.pager.page)} of {formatCount(props.pager.pages)}
          </span>
        )}
        <Button disabled={!onNext || loading} onClick={onNext ?? undefined}>
          {props.nextLabel}
        </Button>
      </InlineStack>
    </div>
  );
}
