import { BlockStack, Button, Card, InlineStack } from "@shopify/polaris";
import { CardHeading } from "~/ui/CardHeading";

/** The way to the settings of mails. */
export function MailCard() {
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="Mail">In whose name mails go out, and what they say.</CardHeading>
        <InlineStack>
          <Button url="/settings/mail">Sender and texts</Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
