import { BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import type { Backend } from "~/backend.server";
import { Moment } from "~/ui/Moment";
import type { PartProps } from "../../person-card";

type Mail = Awaited<ReturnType<Backend["mail"]["list"]>>["rows"][number];

/** The latest e-mails to the person that the reader may see, each with what became of it. */
export function MailsPart({ data }: PartProps<Mail[]>) {
  if (data.length === 0)
    return (
      <Text as="p" tone="subdued">
        No e-mail was sent to this person yet.
      </Text>
    );
  return (
    <BlockStack gap="200">
      {data.map(({ id, subject, createdAt, state, problem }) => (
        <InlineStack key={id} gap="200" align="space-between">
          <Link url={`/mail/${id}`} removeUnderline>
            {subject}
          </Link>
          <Text as="span" tone={problem ? "critical" : "subdued"}>
            {STATES[state]} <Moment at={createdAt} time />
          </Text>
        </InlineStack>
      ))}
    </BlockStack>
  );
}

const STATES: Record<Mail["state"], string> = {
  queued: "Waiting,",
  sending: "On its way,",
  sent: "Sent,",
  bounced: "Bounced,",
  failed: "Not sent,",
};
