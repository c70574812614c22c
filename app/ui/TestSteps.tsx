import { Badge, InlineStack, Text } from "@shopify/polaris";
import type { TestStep } from "~/platform/connection-test.server";

/** The steps of a test of a connection, each with how it ended. */
export function TestSteps({ steps }: { steps: readonly TestStep[] }) {
  return (
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
  );
}

const TONES = { passed: "success", failed: "critical", skipped: undefined } as const;
const LABELS = { passed: "Passed", failed: "Failed", skipped: "Not reached" };
