import { BlockStack, Button, Card, Text } from "@shopify/polaris";
import { Moment, TimeAgo } from "~/ui/Moment";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import styles from "./NeedsYou.module.css";

/** Work that waits, with the page that has it. */
export interface DeskLine {
  name: string;
  /** "12 pending student registrations". */
  text: string;
  count: number;
  /** Whether it has waited since the instant, or happens then. */
  timing: "since" | "until";
  /** ISO 8601. */
  at: string;
  action: string;
  address: string;
}

/** What waits for the administrator. Null when it couldn't be read. */
export type Desk = { lines: readonly DeskLine[]; lists: readonly string[] } | null;

/** What waits for the administrator, the most urgent first. Renders nothing when no work can wait for this administrator. */
export function NeedsYou({ desk, now }: { desk: Desk; now: string }) {
  useListRefresh(...(desk?.lists ?? []));
  if (desk?.lists.length === 0) return null;
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingMd">
          Needs you
        </Text>
        {desk === null && (
          <Text as="p" tone="critical">
            What waits for you couldn't be loaded. Reload the page to try again.
          </Text>
        )}
        {desk?.lines.length === 0 && (
          <Text as="p" tone="subdued">
            Nothing waits for you now.
          </Text>
        )}
        {desk && desk.lines.length > 0 && (
          <ul className={styles.list}>
            {desk.lines.map((line) => (
              <li key={line.name} className={styles.line}>
                <span className={styles.text}>
                  <Text as="span" fontWeight="medium">
                    {line.text}
                  </Text>
                  <span className={styles.age}>
                    {line.timing === "since" ? (
                      <>
                        {line.count === 1 ? " · " : " · oldest "}
                        <TimeAgo at={line.at} now={now} />
                      </>
                    ) : (
                      <>
                        {line.count === 1 ? " · on " : " · first on "}
                        <Moment at={line.at} time />
                      </>
                    )}
                  </span>
                </span>
                <Button url={line.address} accessibilityLabel={`${line.action}: ${line.text}`}>
                  {line.action}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </BlockStack>
    </Card>
  );
}
