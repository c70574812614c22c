import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import type { TestStep } from "~/platform/connection-test.server";
import { TestSteps } from "~/ui/TestSteps";

interface ConnectionTestProps {
  /** How the last test went. */
  steps: readonly TestStep[] | undefined;
  isBusy: boolean;
  /** Edits that aren't stored wouldn't be tested. */
  isDirty: boolean;
  onTest(): void;
}

/** Tests the connection to PriceSpider's server, and shows each step. */
export function ConnectionTest({ steps, isBusy, isDirty, onTest }: ConnectionTestProps) {
  return (
    <BlockStack gap="200">
      <InlineStack gap="300" blockAlign="center">
        <Button disabled={isDirty || isBusy} onClick={onTest}>
          Test connection
        </Button>
        <Text as="span" tone="subdued">
          {isDirty
            ? "Update the settings first. The stored ones are tested."
            : "Signs in, and writes and deletes a small file."}
        </Text>
      </InlineStack>
      {steps && !isDirty && <TestSteps steps={steps} />}
    </BlockStack>
  );
}
