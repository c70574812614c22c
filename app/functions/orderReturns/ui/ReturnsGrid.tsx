import { Badge, BlockStack, Box, Card, InlineStack, Link, Text } from "@shopify/polaris";
import { PlainTable } from "~/ui/list/PlainTable";
import { EmptyOverlay } from "~/ui/list/RowOverlay";
import { Moment } from "~/ui/Moment";
import type { ReturnRow } from "../contract";
import { LabelButtons } from "./LabelButtons";

const COLUMNS = [
  { key: "item", title: "Item", narrow: "title" },
  { key: "quantity", title: "Quantity" },
  { key: "refund", title: "Refund Status" },
  { key: "tracking", title: "Tracking Number" },
  { key: "orderDate", title: "Order Date" },
  { key: "created", title: "Created Date" },
  { key: "address", title: "Address" },
  { key: "label", title: "Shipping Label" },
] as const;

/** The returns of an order, a row for each line. */
export function ReturnsGrid({ returns }: { returns: readonly ReturnRow[] }) {
  const rows = returns.map((row, index) => ({ ...row, id: `${row.return_name} ${index}` }));
  return (
    <Card padding="0">
      <Box padding="300">
        <Text as="h2" variant="headingMd">
          Returns
        </Text>
      </Box>
      <PlainTable
        caption="returns"
        columns={COLUMNS}
        rows={rows}
        cells={{
          item: ({ title, sku, return_name }) => (
            <BlockStack>
              <span>{title}</span>
              <Text as="span" tone="subdued" variant="bodySm">
                {[return_name, sku].filter(Boolean).join(" · ")}
              </Text>
            </BlockStack>
          ),
          quantity: ({ quantity }) => quantity,
          refund: ({ refund_status }) => (
            <Badge tone={refund_status ? "success" : "attention"}>{refund_status ? "PAID" : "PENDING"}</Badge>
          ),
          tracking: ({ tracking_number: number }) =>
            number && (
              <Link url={`https://www.ups.com/track?tracknum=${encodeURIComponent(number)}`} target="_blank">
                {number}
              </Link>
            ),
          orderDate: ({ shopify_order_date }) => <Moment at={shopify_order_date} />,
          created: ({ created_date }) => <Moment at={created_date} time />,
          address: ({ address, city, state, zipcode, isedit }) => (
            <InlineStack gap="100">
              <span>{[address, city, state, zipcode].filter(Boolean).join(", ")}</span>
              {isedit && <Badge>Edited</Badge>}
            </InlineStack>
          ),
          label: ({ label_id, return_name }) =>
            label_id ? (
              <LabelButtons id={label_id} name={`Return label ${return_name}.pdf`} />
            ) : (
              "No label here"
            ),
        }}
      />
      {rows.length === 0 && <EmptyOverlay>This order has no returns.</EmptyOverlay>}
    </Card>
  );
}
