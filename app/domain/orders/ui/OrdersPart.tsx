import { BlockStack, InlineStack, Text } from "@shopify/polaris";
import type { PartProps } from "~/domain/customers/card-part";
import type { Cents } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { useFrame } from "~/ui/frame";
import { RowLink } from "~/ui/list/RowLink";
import { Moment } from "~/ui/Moment";

/** A customer's latest orders, newest first. The statuses are Shopify's enums, instants are ISO 8601. */
export interface LatestOrders {
  list: {
    id: string;
    name: string;
    processedAt: string;
    isCanceled: boolean;
    financialStatus: string;
    fulfillmentStatus: string;
    totalCents: Cents;
    refundedCents: Cents;
  }[];
  hasMore: boolean;
}

/** The customer's latest orders. Each leads to the order's page, where a return is created. */
export function OrdersPart({ data: { list, hasMore } }: PartProps<LatestOrders>) {
  const { currency } = useFrame().shop;
  if (list.length === 0)
    return (
      <Text as="p" tone="subdued">
        This customer has no orders yet.
      </Text>
    );
  return (
    <BlockStack gap="200">
      {list.map((order) => (
        <InlineStack key={order.id} gap="200" align="space-between">
          <span>
            <RowLink to={`/orderReturns?${new URLSearchParams({ value: order.name })}`}>{order.name}</RowLink>{" "}
            <Text as="span" tone="subdued">
              <Moment at={order.processedAt} />, {stateOf(order)}
            </Text>
          </span>
          <span>
            {order.refundedCents > 0 && (
              <Text as="span" tone="subdued">
                {formatMoney(order.refundedCents, currency)} refunded of{" "}
              </Text>
            )}
            {formatMoney(order.totalCents, currency)}
          </span>
        </InlineStack>
      ))}
      {hasMore && (
        <Text as="p" tone="subdued">
          There are older orders. They are on the customer's page in the Shopify admin.
        </Text>
      )}
    </BlockStack>
  );
}

const stateOf = ({ isCanceled, financialStatus, fulfillmentStatus }: LatestOrders["list"][number]): string =>
  isCanceled ? "canceled" : `${inWords(financialStatus)}, ${inWords(fulfillmentStatus)}`;

/** "partially refunded" for PARTIALLY_REFUNDED. */
const inWords = (status: string): string => status.toLowerCase().replaceAll("_", " ");
