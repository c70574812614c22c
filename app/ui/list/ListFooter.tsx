import { Button, InlineStack } from "@shopify/polaris";
import { formatCount } from "../numbers";
import styles from "./ListPage.module.css";

interface ListFooterProps {
  countText: string;
  nextLabel: string;
  /** Which page of how many, where the list counts them. */
  pager?: { page: number; pages: number };
  pageWord?: string;
  /** Null: there is no such page. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  loading: boolean;
}

/** The bar below the rows, always in view: which rows are shown, and the way to the other pages. */
export function ListFooter({ countText, pager, pageWord, nextLabel, ...pages }: ListFooterProps) {
  const { onPrevious, onNext, loading } = pages;
  return (
    <div className={styles.footer}>
      <span role="status" className={styles.count}>
        {countText}
      </span>
      <InlineStack gap="200" blockAlign="center" wrap={false}>
        <Button disabled={!onPrevious || loading} onClick={onPrevious ?? undefined}>
          Previous
        </Button>
        {pager && (
          <span className={styles.count}>
            {pageWord && `${pageWord} `}
            {formatCount(pager.page)} of {formatCount(pager.pages)}
          </span>
        )}
        <Button disabled={!onNext || loading} onClick={onNext ?? undefined}>
          {nextLabel}
        </Button>
      </InlineStack>
    </div>
  );
}
