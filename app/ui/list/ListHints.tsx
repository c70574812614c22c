import { Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { formatCount } from "~/ui/numbers";

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

interface NewestRowsNoteProps {
  /** How many rows are shown. */
  count: number;
  /** How many are read: the newest. */
  max: number;
  /** What the rows are, in lower case: "syncs". */
  noun: string;
}

/** Says that a list without pages may have older rows. Nothing where it is shorter than what is read. */
export function NewestRowsNote({ count, max, noun }: NewestRowsNoteProps) {
  if (count < max) return null;
  return <Text as="p" tone="subdued">{`The newest ${formatCount(max)} ${noun} are shown.`}</Text>;
}
