import { BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import type { Backend } from "~/backend.server";
import { formatMoney } from "~/platform/money";
import { useFrame } from "~/ui/frame";
import { Moment } from "~/ui/Moment";
import type { PartProps } from "../../person-card";

type Statement = NonNullable<Awaited<ReturnType<Backend["credits"]["statement"]>>["statement"]>;

/** What the person has in store credit, what is on its way, and the latest movements. */
export function StoreCreditPart({ data, customerId }: PartProps<Statement>) {
  const { currency } = useFrame().shop;
  const money = (cents: number) => formatMoney(cents, currency);
  const coming = data.comingCents - data.heldCents;
  return (
    <BlockStack gap="200">
      <Text as="p" variant="headingMd">
        {money(data.balanceCents)}
      </Text>
      {coming !== 0 && (
        <Text as="p" tone="subdued">
          {coming > 0 ? "+" : "-"}
          {money(Math.abs(coming))} on its way
        </Text>
      )}
      {data.lines.map((line) => (
        <InlineStack key={line.id} align="space-between" gap="200">
          <span>
            <Moment at={line.at} /> {line.reference}
          </span>
          <span>
            {line.amountCents < 0 ? "-" : "+"}
            {money(Math.abs(line.amountCents))}
          </span>
        </InlineStack>
      ))}
      <Link url={`/credits/statement/${customerId}`}>Statement</Link>
    </BlockStack>
  );
}
