import { BlockStack, Button, Card, InlineStack } from "@shopify/polaris";
import { CardHeading } from "~/ui/CardHeading";

/** A link to the email settings. */
export function MailCard() {
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="Mail">The sender of emails, and their texts.</CardHeading>
        <InlineStack>
          <Button url="/settings/mail">Sender and texts</Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
