import { Text } from "@shopify/polaris";
import { formatCount } from "../numbers";

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
