import type { ListResult } from "~/platform/list";
import { formatCount } from "../numbers";

/** How many rows there are, in words: "25 of 1,204", "1,000+ found", "3 records". Empty for an empty list. */
export function rowCountText(
  result: Pick<ListResult<unknown>, "rows" | "total" | "hasNextPage" | "hasPreviousPage">,
): string {
  const shown = result.rows.length;
  const { total } = result;
  if (total && !total.exact) return `${formatCount(total.count)}+ found`;
  if (total && total.count > shown) return `${formatCount(shown)} of ${formatCount(total.count)}`;
  if (shown === 0) return "";
  const onThisPage = result.hasNextPage || result.hasPreviousPage ? " on this page" : "";
  return `${formatCount(shown)} record${shown === 1 ? "" : "s"}${onThisPage}`;
}
