import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { writtenCents } from "~/platform/money";
import type { ActionAnswer } from "~/platform/notice";
import { ActionForm } from "~/ui/form/ActionForm";
import { MoneyInput } from "~/ui/form/MoneyInput";

/** Where the owner sets above how much in all a request about store credit needs a second person. */
export function ApprovalLimitCard({ limitCents }: { limitCents: number | null }) {
  const fetcher = useFetcher<ActionAnswer>();
  return (
    <Card>
      <ActionForm fetcher={fetcher} action="/credits/limit">
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            Store credit: two people above an amount
          </Text>
          <MoneyInput
            key={limitCents}
            name="amount"
            label="Needs a second person above"
            defaultValue={limitCents === null ? "" : (limitCents / 100).toFixed(2)}
            helpText="Of a request in all, for every customer together. Empty: never."
            validate={(value) =>
              value.trim() === "" || writtenCents(value) !== null ? undefined : "An amount above 0, or empty."
            }
          />
          <InlineStack>
            <Button submit loading={fetcher.state !== "idle"}>
              Save
            </Button>
          </InlineStack>
        </BlockStack>
      </ActionForm>
    </Card>
  );
}
