import { BlockStack, Card, Text } from "@shopify/polaris";
import { Timeline } from "~/ui/Timeline";
import type { TimelineEvent } from "../schemas";

/** What happened with the returns of an order, the latest first. Nothing without any. */
export function TimelineCard({ events }: { events: readonly TimelineEvent[] }) {
  if (events.length === 0) return null;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Timeline
        </Text>
        <Timeline
          entries={events.map(({ at, who, text, return_name }, index) => ({
            id: String(index),
            who,
            what: return_name ? `${text} (${return_name})` : text,
            at,
          }))}
        />
      </BlockStack>
    </Card>
  );
}
