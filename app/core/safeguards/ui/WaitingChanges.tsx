import { BlockStack, Button, ButtonGroup, Card, InlineStack, Text } from "@shopify/polaris";
import { Moment } from "~/ui/Moment";
import { useCall } from "~/ui/useCall";
import type { WaitingChange } from "../calls.server";
import { safeguardCall } from "../pages";
import { SAFEGUARDS_PATH } from "../safeguards-path";

/** The loosened limits that wait, each with Cancel, and with Agree for a second person. Nothing without any. */
export function WaitingChanges({ changes }: { changes: readonly WaitingChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            Waiting for a second person
          </Text>
          <Text as="p" tone="subdued">
            A looser limit takes effect when someone else agrees, or after 24 hours. Until then, the present
            one applies.
          </Text>
        </BlockStack>
        {changes.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </BlockStack>
    </Card>
  );
}

function Change({ change: { id, title, before, after, requestedBy, ...change } }: { change: WaitingChange }) {
  const call = useCall();
  return (
    <InlineStack gap="300" align="space-between" blockAlign="center">
      <BlockStack gap="050">
        <Text as="h3" variant="headingSm">
          {title}
        </Text>
        <Text as="p">
          Now: {before}. Requested: {after}.
        </Text>
        <Text as="p" tone="subdued">
          {requestedBy} requested it on <Moment at={change.requestedAt} time />. It takes effect on{" "}
          <Moment at={change.dueAt} time />.
        </Text>
      </BlockStack>
      <ButtonGroup>
        <Button
          loading={call.isBusy}
          accessibilityLabel={`Cancel: ${title}`}
          onClick={() => call.run(safeguardCall("safeguards.cancel", { id }), SAFEGUARDS_PATH)}
        >
          Cancel the change
        </Button>
        {change.mayAgree && (
          <Button
            variant="primary"
            loading={call.isBusy}
            accessibilityLabel={`Agree: ${title}`}
            onClick={() => call.run(safeguardCall("safeguards.agree", { id }), SAFEGUARDS_PATH)}
          >
            Agree
          </Button>
        )}
      </ButtonGroup>
    </InlineStack>
  );
}
