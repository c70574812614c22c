import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack } from "@shopify/polaris";
import type { Wording } from "~/domain/mail/render";
import type { ActionAnswer } from "~/platform/notice";
import { CardHeading } from "../CardHeading";

/** Sends what is being written, saved or not, to the person who writes it. */
export function TryText({ wording }: { wording: Wording }) {
  const { submit, state } = useFetcher<ActionAnswer>();
  const send = () =>
    submit({ intent: "test", operationId: crypto.randomUUID(), ...wording }, { method: "post" });
  return (
    <Card>
      <BlockStack gap="300">
        <CardHeading title="Test mail">
          To your own address, with the example values, as it stands above: also when it is not saved yet.
        </CardHeading>
        <InlineStack>
          <Button loading={state !== "idle"} onClick={send}>
            Send a test mail to me
          </Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}
