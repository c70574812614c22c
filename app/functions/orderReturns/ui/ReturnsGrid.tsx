import { Badge, BlockStack, Box, Card, InlineStack, Link, Text } from "@shopify/polaris";
import { formatMoney } from "~/platform/money/format-money";
import type { EmptyStateProps } from "~/ui/EmptyState";
import { PlainTable } from "~/ui/list/PlainTable";
import { EmptyOverlay } from "~/ui/list/RowOverlay";
import { Moment } from "~/ui/Moment";
import { trackingUrl } from "../return-rules";
import type { ReturnRow } from "../schemas";
import { LabelActions } from "./LabelActions";
import styles from "./ReturnsPage.module.css";

const COLUMNS = [
  { key: "item", title: "Item", narrow: "title" },
  { key: "return", title: "Return" },
  { key: "quantity", title: "Quantity", align: "end" },
  { key: "refund", title: "Refund Status" },
  { key: "tracking", title: "Tracking Number" },
  { key: "orderDate", title: "Order Date" },
  { key: "created", title: "Created Date" },
  { key: "address", title: "Address" },
] as const;

interface ReturnsGridProps {
  returns: readonly ReturnRow[];
  currency: string;
  /** The one button while the order has none. */
  first: EmptyStateProps["action"];
}

/** The returns of an order, a row for each line. */
export function ReturnsGrid({ returns, currency, first }: ReturnsGridProps) {
  const rows = returns.map((row, index) => ({
    ...row,
    id: `${row.return_name} ${index}`,
    isFirstOfReturn: returns[index - 1]?.return_name !== row.return_name,
  }));
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
        density="compact"
        rows={rows}
        cells={{
          item: ({ title, sku }) => <Shortened text={[title, sku].filter(Boolean).join(" · ")} />,
          return: ({ return_name, received }) => (
            <BlockStack gap="100">
              {return_name}
              {received && (
                <div className={styles.note}>
                  <Text as="span" tone="subdued">
                    {receivedText(received)} <Moment at={received.at} /> by {received.by}
                  </Text>
                </div>
              )}
            </BlockStack>
          ),
          quantity: ({ quantity }) => quantity,
          refund: ({ refund_status, credit, isFirstOfReturn }) => (
            <BlockStack gap="100" inlineAlign="start">
              <Badge tone={refund_status ? "success" : "attention"}>
                {refund_status ? "PAID" : "PENDING"}
              </Badge>
              {credit && isFirstOfReturn && (
                <div className={styles.note}>
                  <Text as="span" tone={credit.problem ? "critical" : "subdued"}>
                    {creditText(credit, currency)}
                  </Text>
                </div>
              )}
            </BlockStack>
          ),
          tracking: ({ tracking_number: number, label_cost, isFirstOfReturn }) => (
            <BlockStack gap="100">
              {number && (
                <Link url={trackingUrl(number)} target="_blank">
                  {number}
                </Link>
              )}
              {label_cost && isFirstOfReturn && (
                <Text as="span" tone="subdued">
                  Label {label_cost}
                </Text>
              )}
            </BlockStack>
          ),
          orderDate: ({ shopify_order_date }) => <Moment at={shopify_order_date} />,
          created: ({ created_date }) => <Moment at={created_date} />,
          address: ({ address, city, state, zipcode, isedit }) => (
            <InlineStack gap="100" wrap={false} blockAlign="center">
              <Shortened text={[address, city, state, zipcode].filter(Boolean).join(", ")} />
              {isedit && <Badge>Edited</Badge>}
            </InlineStack>
          ),
        }}
        rowActions={(row) => row.isFirstOfReturn && <LabelActions row={row} currency={currency} />}
      />
      {rows.length === 0 && <EmptyOverlay action={first}>This order has no returns.</EmptyOverlay>}
    </Card>
  );
}

/** The outcome of the units of a line. */
function receivedText({ is_missing, units }: NonNullable<ReturnRow["received"]>): string {
  const { restocked, not_restocked, missing } = units;
  if (is_missing) return "Marked missing";
  const parts = [
    [restocked, "restocked"],
    [not_restocked, "not restocked"],
    [missing, "missing"],
  ].filter(([count]) => count !== 0);
  return parts.length === 1 ? "Received" : `Received, ${parts.map((part) => part.join(" ")).join(", ")},`;
}

/** Where the refund to store credit is. */
function creditText(
  { amount_cents: cents, state, problem }: NonNullable<ReturnRow["credit"]>,
  currency: string,
) {
  const amount = `${formatMoney(cents, currency)} to store credit`;
  if (state === "CONFIRMED") return amount;
  if (state === "waiting") return `${amount}, waiting for approval`;
  if (state === "declined") return `${amount}, declined: ${problem}`;
  return problem ? `${amount}: ${problem}` : `${amount}, being added`;
}

/** A text that is cut where the row has no room for it. The pointer shows all of it. */
const Shortened = ({ text }: { text: string }) => (
  <span className={styles.shortened} title={text}>
    {text}
  </span>
);
