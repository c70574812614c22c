import { BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import type { PartProps } from "~/domain/customers/card-part";
import { RowLink } from "~/ui/list/RowLink";
import { Moment } from "~/ui/Moment";
import type { MailRow } from "../list.server";

/** A page of emails. */
export interface LatestMails {
  rows: MailRow[];
  hasNextPage: boolean;
}

/** The latest emails to the customer that the administrator may see, each with its state. */
export function MailsPart({ data: { rows, hasNextPage }, customerId }: PartProps<LatestMails>) {
  if (rows.length === 0)
    return (
      <Text as="p" tone="subdued">
        No email was sent to this person yet.
      </Text>
    );
  return (
    <BlockStack gap="200">
      {rows.map(({ id, subject, createdAt, state, problem }) => (
        <InlineStack key={id} gap="200" align="space-between">
          <RowLink to={`/mail/${id}`}>{subject}</RowLink>
          <Text as="span" tone={problem ? "critical" : "subdued"}>
            {STATES[state]} <Moment at={createdAt} time />
          </Text>
        </InlineStack>
      ))}
      {hasNextPage && <Link url={`/mail?q=${customerId}`}>All emails</Link>}
    </BlockStack>
  );
}

const STATES: Record<MailRow["state"], string> = {
  queued: "Waiting,",
  sending: "Sending,",
  sent: "Sent,",
  bounced: "Bounced,",
  failed: "Not sent,",
};
