import { BlockStack, Button, Card, InlineStack } from "@shopify/polaris";
import type { Wording } from "~/core/mail/render";
import { CardHeading } from "~/ui/CardHeading";
import { useOperation } from "~/ui/useOperation";

/** Sends the edited text, saved or not, to its editor. */
export function TryText({ wording }: { wording: Wording }) {
  const { run, isBusy } = useOperation();
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="Test email">
          The text above with example values, to your own address. You don't need to save it first.
        </CardHeading>
        <InlineStack>
          <Button loading={isBusy} onClick={() => run({ intent: "test", ...wording })}>
            Send a test email to me
          </Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
