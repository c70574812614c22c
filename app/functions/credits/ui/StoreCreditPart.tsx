import type { ContractRouterClient } from "@orpc/contract";
import { BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import type { PartProps } from "~/domain/customers/card-part";
import { subtractCents } from "~/platform/money/cents";
import { formatMoney, formatSigned } from "~/platform/money/format-money";
import { useFrame } from "~/ui/frame";
import { UtcDay } from "~/ui/Moment";
import type { creditsCalls } from "../calls.server";

type Calls = ContractRouterClient<typeof creditsCalls>;

/** The latest of a customer's statement. */
export type ShortStatement = NonNullable<Awaited<ReturnType<Calls["statement"]>>["statement"]>;

/** The person's store credit, the pending amount, and the latest transactions. */
export function StoreCreditPart({ data, customerId }: PartProps<ShortStatement>) {
  const { currency } = useFrame().shop;
  const coming = subtractCents(data.comingCents, data.heldCents);
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
        <InlineStack key={line.id} align="space-between" gap="200" wrap={false}>
          <span>
            <UtcDay at={new Date(line.at)} /> {line.reference}
          </span>
          <span>{formatSigned(line.amountCents, currency)}</span>
        </InlineStack>
      ))}
      <Link url={`/credits/statement/${customerId}`}>Statement</Link>
    </BlockStack>
  );
}
