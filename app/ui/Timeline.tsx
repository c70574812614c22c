import { InlineStack, Link, Text } from "@shopify/polaris";
import { Moment } from "~/ui/Moment";
import styles from "./Timeline.module.css";

/** One thing that happened to a record. */
export interface TimelineEntry {
  id: string;
  /** Who did it: a person's name, or the name of the job. */
  who: string;
  /** What was done, as a short sentence without the person: "approved the registration". */
  what: string;
  /** What changed, per field; an absent side was empty. */
  changes?: readonly { field: string; before?: string; after?: string }[];
  /** The instant, ISO 8601. */
  at: string;
}

/** A page of a timeline. */
export interface TimelinePage {
  entries: readonly TimelineEntry[];
  /** The addresses of the pages with the changes before and after these. Null or absent: there are none. */
  earlierUrl?: string | null;
  laterUrl?: string | null;
}

/** What happened to a record, newest first, each change with its value before and after. */
export function Timeline({ entries, earlierUrl, laterUrl }: TimelinePage) {
  if (entries.length === 0) {
    return (
      <Text as="p" tone="subdued">
        Nothing has happened yet. Changes of this record will appear here.
      </Text>
    );
  }
  const list = (
    <ol className={styles.timeline}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          <p className={styles.line}>
            <span>
              <strong>{entry.who}</strong> {entry.what}
            </span>
            <span className={styles.when}>
              <Moment at={entry.at} time />
            </span>
          </p>
          {entry.changes?.map((change) => (
            <p key={change.field} className={styles.change}>
              {change.field}:{" "}
              {change.before && (
                <>
                  <del>{change.before}</del> <span aria-hidden="true">→</span>{" "}
                </>
              )}
              <ins>{change.after || "empty"}</ins>
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
  return (
    <>
      {list}
      {(laterUrl || earlierUrl) && (
        <InlineStack gap="400">
          {laterUrl && <Link url={laterUrl}>Later changes</Link>}
          {earlierUrl && <Link url={earlierUrl}>Earlier changes</Link>}
        </InlineStack>
      )}
    </>
  );
}
