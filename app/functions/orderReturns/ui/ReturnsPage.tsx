import { useNavigate, useNavigation } from "@remix-run/react";
import {
  Banner,
  BlockStack,
  Button,
  Card,
  FormLayout,
  InlineStack,
  Page,
  Text,
  TextField,
} from "@shopify/polaris";
import { Suspense, useEffect, useRef, useState } from "react";
import NotSetUp from "~/core/connections/ui/NotSetUp";
import { parseDecimal } from "~/platform/money/decimal";
import { formatMoney } from "~/platform/money/format-money";
import { focusFirstField } from "~/ui/form/form-context";
import { ADD_FIRST } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { PlainTable } from "~/ui/list/PlainTable";
import { LoadingOverlay } from "~/ui/list/RowOverlay";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { Timeline } from "~/ui/Timeline";
import { useAddressRequest } from "~/ui/useAddressRequest";
import { MAX_SEARCH_LENGTH } from "../return-rules";
import type { CustomersOrder, OpenReturn, OrderDetails, ReturnAttempt, TimelineEvent } from "../schemas";
import type { FoundOrder } from "../search-order.server";
import { AttemptsCard } from "./AttemptsCard";
import { FoundOrdersCard } from "./FoundOrdersCard";
import { OpenReturnsCard } from "./OpenReturnsCard";
import { ReturnsGrid } from "./ReturnsGrid";
import styles from "./ReturnsPage.module.css";

const RestockRuleDialog = lazyPart(() => import("./RestockRuleDialog"));
const CreateReturnDialog = lazyPart(() => import("./CreateReturnDialog"));

/** Where a refund to store credit can be before it is confirmed or has failed. */
const OPEN_CREDITS: ReadonlySet<string> = new Set(["PENDING", "UNKNOWN", "waiting"]);

interface ReturnsPageProps {
  /** What was searched for. */
  value: string;
  order: FoundOrder | null;
  /** The orders of customers, when the search wasn't for an order number. */
  found: CustomersOrder[] | null;
  /** Why there is no order, or not all of them. */
  problem: string | null;
  /** Without a search. */
  open: { rows: OpenReturn[]; total: number; attempts: ReturnAttempt[]; isDelivered: boolean } | null;
}

/** The screen Returns: open returns, an order by its number or customer, its returns, and the dialog that creates one. */
export function ReturnsPage({ value, order, found, problem, open }: ReturnsPageProps) {
  /** The id of the order. */
  const [creatingFor, setCreatingFor] = useState<string | null>(null);
  const [isRuleOpen, setRuleOpen] = useState(false);
  // A refund to store credit is PAID when Shopify has confirmed it, which the ledger reports.
  const hasOpenCredit =
    order?.returns.some(({ credit }) => credit && OPEN_CREDITS.has(credit.state)) ?? false;
  useListRefresh("orderReturns", hasOpenCredit ? "credits" : null);
  const isSearching = useNavigation().state === "loading";
  const isFulfilled = order?.orderDetails.displayFulfillmentStatus === "FULFILLED";
  const isSomethingLeft = order?.orderDetails.lineItems.edges.some(({ node }) => node.returnableQuantity > 0);
  const isOpen = isFulfilled && isSomethingLeft && order?.pending === 0;
  const isReturnable = isOpen && order?.isUpsSetUp;
  const searchForm = useRef<HTMLDivElement>(null);
  const findOrder = () => focusFirstField(searchForm.current);
  const create = () => setCreatingFor(order?.orderId ?? null);
  useAddressRequest("new", () => isReturnable && create());
  // Another order was found: what was entered isn't about it.
  if (creatingFor !== null && creatingFor !== order?.orderId) setCreatingFor(null);
  return (
    <Page
      fullWidth
      title="Returns"
      primaryAction={
        order
          ? {
              content: "Create Return",
              disabled: !isReturnable,
              onAction: create,
            }
          : undefined
      }
      secondaryActions={[{ content: "Restock rule", onAction: () => setRuleOpen(true) }]}
    >
      <BlockStack gap="400">
        <Card>
          <div ref={searchForm}>
            <OrderSearch key={value} value={value} isSearching={isSearching} isOpenShown={open !== null} />
          </div>
        </Card>
        <div className={styles.results}>
          {isSearching && <LoadingOverlay />}
          <BlockStack gap="400">
            {problem && <Banner tone="warning">{problem}</Banner>}
            {order && order.pending > 0 && (
              <Banner tone="info">
                A return of this order is being created or undone. Its result is shown below.
              </Banner>
            )}
            {order && !isFulfilled && (
              <Banner tone="info">A return can be created when the order is fulfilled completely.</Banner>
            )}
            {order && isFulfilled && !isSomethingLeft && order.pending === 0 && (
              <Banner tone="info">Nothing is left to return from this order.</Banner>
            )}
            {isOpen && !isReturnable && <NotSetUp system="UPS" />}
            {found && found.length > 0 && <FoundOrdersCard rows={found} />}
            {order && <OrderTable order={order.orderDetails} />}
            {order && (
              <ReturnsGrid
                returns={order.returns}
                currency={order.orderDetails.totalPriceSet.shopMoney.currencyCode}
                first={
                  isReturnable
                    ? { content: ADD_FIRST, onAction: create }
                    : { content: "Find another order", onAction: findOrder }
                }
              />
            )}
            <AttemptsCard attempts={(order ?? open)?.attempts ?? []} />
            {order && <TimelineCard events={order.timeline} />}
            {open && <OpenReturnsCard {...open} onFind={findOrder} />}
          </BlockStack>
        </div>
      </BlockStack>
      {isRuleOpen && (
        <Suspense>
          <RestockRuleDialog onClose={() => setRuleOpen(false)} />
        </Suspense>
      )}
      {order && order.orderId === creatingFor && (
        <Suspense>
          <CreateReturnDialog {...order} onClose={() => setCreatingFor(null)} />
        </Suspense>
      )}
    </Page>
  );
}

interface OrderSearchProps {
  value: string;
  isSearching: boolean;
  /** Whether the page shows the open returns, which Clear leads back to. A link can show something else without a search. */
  isOpenShown: boolean;
}

function OrderSearch({ value, isSearching, isOpenShown }: OrderSearchProps) {
  const [text, setText] = useState(value);
  const navigate = useNavigate();
  useEffect(() => setText(value), [value]);
  const search = (request: string) =>
    navigate(request ? `/orderReturns?${new URLSearchParams({ value: request })}` : "/orderReturns");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) search(text.trim());
      }}
    >
      <FormLayout>
        <TextField
          label="Order number, customer or email"
          placeholder="#1001, Ann Lee or ann@example.com"
          autoComplete="off"
          maxLength={MAX_SEARCH_LENGTH}
          value={text}
          onChange={setText}
          connectedRight={
            <InlineStack gap="200" wrap={false}>
              <Button submit variant="primary" loading={isSearching} disabled={!text.trim()}>
                Search
              </Button>
              <Button
                disabled={!text && isOpenShown}
                onClick={() => {
                  setText("");
                  search("");
                }}
              >
                Clear
              </Button>
            </InlineStack>
          }
        />
      </FormLayout>
    </form>
  );
}

const COLUMNS = [
  { key: "name", title: "Order Number", narrow: "title" },
  { key: "customer", title: "Customer" },
  { key: "total", title: "Total" },
  { key: "status", title: "Fulfillment Status" },
] as const;

/** The order's details. */
function OrderTable({ order }: { order: OrderDetails }) {
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

/** What happened with the returns of an order, the latest first. Nothing without any. */
function TimelineCard({ events }: { events: readonly TimelineEvent[] }) {
  if (events.length === 0) return null;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Timeline
        </Text>
        <Timeline
          entries={events.map(({ at, who, text, return_name }, index) => ({
            id: String(index),
            who,
            what: return_name ? `${text} (${return_name})` : text,
            at,
          }))}
        />
      </BlockStack>
    </Card>
  );
}
