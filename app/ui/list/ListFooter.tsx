import { Button, InlineStack } from "@shopify/polaris";
import type { ListResult } from "~/platform/list";
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

type Page = Pick<ListResult<unknown>, "rows" | "total" | "pager" | "hasNextPage" | "hasPreviousPage">;

/**
 * Which rows are shown, in words: "26–50 of 168", "1–25 of 1,000+", "3 records". Empty for an empty list.
 * @param first the position in the list of the first row shown, from 1; null where the address doesn't say
 */
export function rowCountText(page: Page, first: number | null): string {
  const shown = page.rows.length;
  if (shown === 0) return "";
  const total = totalText(page);
  const isWhole = !page.hasNextPage && !page.hasPreviousPage;
  if (isWhole) return `${formatCount(shown)} record${shown === 1 ? "" : "s"}`;
  const range =
    first === null ? formatCount(shown) : `${formatCount(first)}–${formatCount(first + shown - 1)}`;
  return total ? `${range} of ${total}` : `${range}${first === null ? " on this page" : ""}`;
}

const totalText = ({ total }: Page): string =>
  total ? `${formatCount(total.count)}${total.exact ? "" : "+"}` : "";
