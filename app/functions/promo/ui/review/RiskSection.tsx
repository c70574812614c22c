import { Badge, BlockStack, InlineStack, Text } from "@shopify/polaris";
import type { SubmissionView } from "../../review-schemas";
import { Section } from "./SubmissionSections";

/** From this score on, a submission is shown as risky. */
const HIGH_SCORE = 50;

/** The risk score of a submission and what it consists of. Nothing without a signal. */
export function RiskSection({ submission: { riskScore, signals } }: { submission: SubmissionView }) {
  if (signals.length === 0) return null;
  return (
    <Section title="Risk">
      <BlockStack gap="100">
        <InlineStack>
          <Badge tone={riskScore >= HIGH_SCORE ? "critical" : "warning"}>{`${riskScore} of 100`}</Badge>
        </InlineStack>
        {signals.map(({ id, name, points }) => (
          <Text key={id} as="span">
            {name}: {points} points
          </Text>
        ))}
      </BlockStack>
    </Section>
  );
}
