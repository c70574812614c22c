import { Text } from "@shopify/polaris";
import { formatUsDate } from "~/platform/dates/us-date";
import { Moment } from "~/ui/Moment";
import type { Point } from "../contract";

interface ReadingStatusProps {
  /** The first day with a reading, YYYY-MM-DD. Null before the first one. */
  since: string | null;
  /** When the figures were read last, ISO 8601. */
  readAt: string | null;
  /** The readings in the days that the page shows. */
  points: readonly Point[];
}

/** Since when there are figures, when they were read, and which of them the tiles show. */
export function ReadingStatus({ since, readAt, points }: ReadingStatusProps) {
  const [first, last] = [points[0], points.at(-1)];
  return (
    <Text as="p" tone="subdued">
      {since === null ? (
        "No figures have been read yet. They are read every 3 hours, and when you select Refresh."
      ) : (
        <>
          There are figures from {formatUsDate(since)} on. They were last read on <Moment at={readAt} time />.
          {last && ` The tiles show ${formatUsDate(last.date)}`}
          {first &&
            last &&
            first !== last &&
            `, and in parentheses the change since ${formatUsDate(first.date)}`}
          {last && "."}
        </>
      )}
    </Text>
  );
}
