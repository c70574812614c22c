import type { ListResult } from "~/platform/list";
import { formatCount } from "../numbers";

/** How many rows there are, in words: "25 of 1,204", "1,000+ found", "3 records". A list that counts its pages says how many it has in all. Empty for an empty list. */
export function rowCountText(
  result: Pick<ListResult<unknown>, "rows" | "total" | "pager" | "hasNextPage" | "hasPreviousPage">,
): string {
  const shown = result.rows.length;
  const { total, pager } = result;
  if (pager && total) return total.count === 0 ? "" : records(total.count);
  if (total && !total.exact) return `${formatCount(total.count)}+ found`;
  if (total && total.count > shown) return `${formatCount(shown)} of ${formatCount(total.count)}`;
  if (shown === 0) return "";
  const onThisPage = result.hasNextPage || result.hasPreviousPage ? " on this page" : "";
  return `${records(shown)}${onThisPage}`;
}

const records = (count: number) => `${formatCount(count)} record${count === 1 ? "" : "s"}`;
