import { Text } from "@shopify/polaris";
import type { ReactNode } from "react";

/**
 * Under "No Records Found" of a list with dates: what to do next.
 * @param problem why the dates can't be searched, or null
 */
export function DatesHint({ problem, children }: { problem: string | null; children: ReactNode }) {
  return problem === null ? children : "Correct the dates, or clear the filter.";
}

/** Above the rows when more match than were counted. */
export const MoreMatch = () => (
  <Text as="p" tone="subdued">
    More match than can be paged through. Narrow the search to see the others.
  </Text>
);
