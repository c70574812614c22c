import { BlockStack, Text } from "@shopify/polaris";
import { Moment } from "~/ui/Moment";
import type { EventRow } from "../contract";
import { creatorText } from "../messages";

/** What the grid does not show of an event: its description, who created it, until when one may register, how many came. */
export function EventFacts({ event }: { event: EventRow }) {
  return (
    <BlockStack gap="200">
      <Text as="p">{event.description}</Text>
      <Text as="p" tone="subdued">
        Created By: {creatorText(event)}
      </Text>
      {event.rsvpBy && (
        <Text as="p" tone="subdued">
          Register by: <Moment at={event.rsvpBy} time />
        </Text>
      )}
      <Text as="p" tone="subdued">
        {event.invited} invited, {event.registered} registered, {event.checkedIn} checked in
      </Text>
    </BlockStack>
  );
}
