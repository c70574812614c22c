import { Badge, Box, Card, Link, Text } from "@shopify/polaris";
import { formatMoney } from "~/platform/money/format-money";
import { useFrame } from "~/ui/frame";
import { PlainTable } from "~/ui/list/PlainTable";
import { Moment } from "~/ui/Moment";
import type { CustomersOrder } from "../schemas";

const COLUMNS = [
  { key: "order", title: "Order Number", narrow: "title" },
  { key: "customer", title: "Customer" },
  { key: "email", title: "Email" },
  { key: "date", title: "Order Date" },
  { key: "total", title: "Total", align: "end" },
  { key: "fulfillment", title: "Fulfillment Status" },
  { key: "return", title: "Return" },
] as const;

/** Shopify's statuses in words. Others have no return. */
const RETURNS: Readonly<Record<string, string>> = {
  RETURN_REQUESTED: "Requested",
  IN_PROGRESS: "In progress",
  INSPECTION_COMPLETE: "Inspected",
  RETURNED: "Returned",
  RETURN_FAILED: "Failed",
};

/** The orders of the customers that a search fits. */
export function FoundOrdersCard({ rows }: { rows: readonly CustomersOrder[] }) {
  const { currency } = useFrame().shop;
  return (
    <Card padding="0">
      <Box padding="300">
        <Text as="h2" variant="headingMd">
          Orders
        </Text>
      </Box>
      <PlainTable
        caption="found orders"
        columns={COLUMNS}
        density="compact"
        rows={rows.map((row) => ({ ...row, id: `${row.order_name} ${row.order_date}` }))}
        cells={{
          order: ({ order_name: name }) => (
            <Link url={`/orderReturns?${new URLSearchParams({ value: name })}`}>{name}</Link>
          ),
          customer: ({ customer }) => customer,
          email: ({ email }) => email,
          date: ({ order_date }) => <Moment at={order_date} />,
          total: ({ total_cents }) => formatMoney(total_cents, currency),
          fulfillment: ({ fulfillment_status }) => fulfillment_status,
          return: ({ return_status }) => RETURNS[return_status] && <Badge>{RETURNS[return_status]}</Badge>,
        }}
      />
    </Card>
  );
}
