import { Badge, BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import type { TestStep } from "~/connectors/pricespider/port";

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
      {steps && !isDirty && (
        <ol aria-label="Steps of the test">
          {steps.map(({ name, state, text }) => (
            <li key={name}>
              <InlineStack gap="200" blockAlign="center">
                <Text as="span" fontWeight="semibold">
                  {name}
                </Text>
                <Badge tone={TONES[state]}>{LABELS[state]}</Badge>
                <Text as="span" breakWord>
                  {text}
                </Text>
              </InlineStack>
            </li>
          ))}
        </ol>
      )}
    </BlockStack>
  );
}

const TONES = { passed: "success", failed: "critical", skipped: undefined } as const;
const LABELS = { passed: "Passed", failed: "Failed", skipped: "Not reached" };
