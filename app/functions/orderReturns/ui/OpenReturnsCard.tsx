import { Badge, BlockStack, Box, Card, Link, Text } from "@shopify/polaris";
import { PlainTable } from "~/ui/list/PlainTable";
import { EmptyOverlay } from "~/ui/list/RowOverlay";
import { Moment } from "~/ui/Moment";
import { trackingUrl } from "../return-rules";
import type { OpenReturn } from "../schemas";

const COLUMNS = [
  { key: "order", title: "Order Number", narrow: "title" },
  { key: "units", title: "Units", align: "end" },
  { key: "age", title: "Age" },
  { key: "created", title: "Created Date" },
  { key: "createdBy", title: "Created By" },
  { key: "package", title: "Package" },
  { key: "tracking", title: "Tracking Number" },
] as const;

/** What each state of a package asks for. */
const PACKAGE = {
  labelCreated: { text: "Not sent", tone: undefined },
  inTransit: { text: "On its way", tone: "info" },
  delivered: { text: "Delivered", tone: "warning" },
  exception: { text: "Problem", tone: "critical" },
} as const;

interface OpenReturnsProps {
  rows: readonly OpenReturn[];
  total: number;
  /** Only those to receive. */
  isDelivered?: boolean;
  /** Leads to the search. */
  onFind(): void;
}

/** The returns that aren't refunded yet, oldest first, or only those to receive. */
export function OpenReturnsCard({ rows, total, isDelivered, onFind }: OpenReturnsProps) {
  const what = isDelivered ? "that were delivered and aren't received yet" : "that aren't refunded yet";
  return (
    <Card padding="0">
      <Box padding="300">
        <Text as="h2" variant="headingMd">
          {isDelivered ? "Returns to receive" : "Open returns"}
        </Text>
        <Text as="p" tone="subdued">
          {total > rows.length
            ? `The ${rows.length} oldest of ${total} returns ${what}.`
            : `Returns ${what}, oldest first.`}
          {isDelivered && rows.length > 0 && (
            <>
              {" "}
              <Link url="/orderReturns">All open returns</Link>
            </>
          )}
        </Text>
      </Box>
      <PlainTable
        caption="open returns"
        columns={COLUMNS}
        density="compact"
        rows={rows}
        cells={{
          order: ({ order_name: name }) => (
            <Link url={`/orderReturns?${new URLSearchParams({ value: name })}`}>{name}</Link>
          ),
          units: ({ units }) => units,
          age: ({ age_days }) => ageText(age_days),
          created: ({ created_date }) => <Moment at={created_date} />,
          createdBy: ({ created_by }) => created_by,
          package: (row) =>
            row.received ? <Received {...row} received={row.received} /> : <Package {...row} />,
          tracking: ({ tracking_number: number }) =>
            number && (
              <Link url={trackingUrl(number)} target="_blank">
                {number}
              </Link>
            ),
        }}
      />
      {rows.length === 0 && (
        <EmptyOverlay
          action={
            isDelivered
              ? { content: "All open returns", url: "/orderReturns" }
              : { content: "Find an order", onAction: onFind }
          }
        >
          {isDelivered
            ? "Each return that was delivered is received."
            : "Enter an order number to see its returns, and to create one with a label."}
        </EmptyOverlay>
      )}
    </Card>
  );
}

const Package = ({ package_state: state, package_status }: OpenReturn) =>
  state && (
    <span title={package_status ?? undefined}>
      <Badge tone={PACKAGE[state].tone}>{PACKAGE[state].text}</Badge>
    </span>
  );

/** What was received of a return. It only waits for its refund. */
const Received = ({ units, received }: { units: number; received: NonNullable<OpenReturn["received"]> }) => (
  <BlockStack gap="100" inlineAlign="start">
    <Badge tone={received.units === units ? "success" : "warning"}>
      {receivedText(received.units, units)}
    </Badge>
    <Text as="span" tone="subdued">
      <Moment at={received.at} /> by {received.by}
    </Text>
  </BlockStack>
);

function receivedText(received: number, units: number): string {
  if (received === units) return "Received";
  return received === 0 ? "Missing" : `${received} of ${units} received`;
}

function ageText(days: number): string {
  if (days === 0) return "Today";
  return days === 1 ? "1 day" : `${days} days`;
}
