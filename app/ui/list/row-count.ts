import type { ListResult } from "~/platform/list";
import { formatCount } from "../numbers";

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
