import { BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import type { Backend } from "~/backend.server";
import { formatMoney, formatSigned } from "~/platform/money";
import { useFrame } from "~/ui/frame";
import { Moment } from "~/ui/Moment";
import type { PartProps } from "../../person-card";

type Statement = NonNullable<Awaited<ReturnType<Backend["credits"]["statement"]>>["statement"]>;

/** What the person has in store credit, what is on its way, and the latest movements. */
export function StoreCreditPart({ data, customerId }: PartProps<Statement>) {
  const { currency } = useFrame().shop;
  const coming = data.comingCents - data.heldCents;
  return (
    <BlockStack gap="200">
      <Text as="p" variant="headingMd">
        {formatMoney(data.balanceCents, currency)}
      </Text>
      {coming !== 0 && (
        <Text as="p" tone="subdued">
          {formatSigned(coming, currency)} on its way
        </Text>
      )}
      {data.lines.map((line) => (
        <InlineStack key={line.id} align="space-between" gap="200">
          <span>
            <Moment at={line.at} /> {line.reference}
          </span>
          <span>{formatSigned(line.amountCents, currency)}</span>
        </InlineStack>
      ))}
      <Link url={`/credits/statement/${customerId}`}>Statement</Link>
    </BlockStack>
  );
}
