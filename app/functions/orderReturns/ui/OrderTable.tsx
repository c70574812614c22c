import { Card } from "@shopify/polaris";
import { parseDecimal } from "~/platform/money/decimal";
import { formatMoney } from "~/platform/money/format-money";
import { PlainTable } from "~/ui/list/PlainTable";
import type { OrderDetails } from "../contract";

const COLUMNS = [
  { key: "name", title: "Order Number", narrow: "title" },
  { key: "customer", title: "Customer" },
  { key: "total", title: "Total" },
  { key: "status", title: "Fulfillment Status" },
] as const;

/** The order's details. */
export function OrderTable({ order }: { order: OrderDetails }) {
  const { shopMoney } = order.totalPriceSet;
  return (
    <Card padding="0">
      <PlainTable
        caption="order details"
        columns={COLUMNS}
        density="compact"
        rows={[{ id: order.name }]}
        cells={{
          name: () => order.name,
          customer: () => order.customer?.displayName ?? "No customer",
          total: () =>
            formatMoney(
              parseDecimal(shopMoney.amount, shopMoney.currencyCode, "round"),
              shopMoney.currencyCode,
            ),
          status: () => order.displayFulfillmentStatus,
        }}
      />
    </Card>
  );
}
