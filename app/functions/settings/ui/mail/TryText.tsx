import { BlockStack, Button, Card, InlineStack } from "@shopify/polaris";
import type { Wording } from "~/domain/mail/render";
import { CardHeading } from "~/ui/CardHeading";
import { useOperation } from "~/ui/useOperation";

/** Sends what is being written, saved or not, to the person who writes it. */
export function TryText({ wording }: { wording: Wording }) {
  const { run, isBusy } = useOperation();
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="Test mail">
          To your own address, with the example values, as it stands above: also when it is not saved yet.
        </CardHeading>
        <InlineStack>
          <Button loading={isBusy} onClick={() => run({ intent: "test", ...wording })}>
            Send a test mail to me
          </Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
