import { useNavigate, useNavigation } from "@remix-run/react";
import { Banner, BlockStack, Button, Card, FormLayout, InlineStack, Page, TextField } from "@shopify/polaris";
import { lazy, Suspense, useEffect, useState } from "react";
import { EmptyOverlay, LoadingOverlay } from "~/ui/list/RowOverlay";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import type { OrderDetails, ReturnReason, ReturnRow } from "../contract";
import { MAX_SEARCH_LENGTH } from "../messages";
import { OrderTable } from "./OrderTable";
import { ReturnsGrid } from "./ReturnsGrid";
import styles from "./ReturnsPage.module.css";

const CreateReturnDialog = lazy(() => import("./CreateReturnDialog"));

interface ReturnsPageProps {
  /** The order number that was searched for. */
  value: string;
  order: {
    orderId: string;
    orderDetails: OrderDetails;
    returns: ReturnRow[];
    pending: number;
    reasons: ReturnReason[];
  } | null;
  /** Why there is no order. */
  problem: string | null;
}

/** The screen Returns: an order by its number, its returns, and the dialog that creates one. */
export function ReturnsPage({ value, order, problem }: ReturnsPageProps) {
  const [isCreating, setCreating] = useState(false);
  useListRefresh("orderReturns");
  const isFulfilled = order?.orderDetails.displayFulfillmentStatus === "FULFILLED";
  const isSomethingLeft = order?.orderDetails.lineItems.edges.some(({ node }) => node.returnableQuantity > 0);
  return (
    <Page
      title="Returns"
      primaryAction={
        order
          ? {
              content: "Create Return",
              disabled: !isFulfilled || !isSomethingLeft || order.pending > 0,
              onAction: () => setCreating(true),
            }
          : undefined
      }
    >
      <BlockStack gap="400">
        <Card>
          <OrderSearch key={value} value={value} />
        </Card>
        {problem && <Banner tone="warning">{problem}</Banner>}
        {order && order.pending > 0 && (
          <Banner tone="info">
            A return of this order is being created or undone. Search again in a minute to see its outcome.
          </Banner>
        )}
        {order && !isFulfilled && (
          <Banner tone="info">A return can be created when the order is fulfilled completely.</Banner>
        )}
        {order && <OrderTable order={order.orderDetails} />}
        {order && <ReturnsGrid returns={order.returns} />}
        {!order && !problem && (
          <Card>
            <EmptyOverlay heading="Search for an order">
              Enter its number. Its returns are then listed here, and you can create one with a shipping
              label.
            </EmptyOverlay>
          </Card>
        )}
      </BlockStack>
      {order && isCreating && (
        <Suspense>
          <CreateReturnDialog {...order} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function OrderSearch({ value }: { value: string }) {
  const [text, setText] = useState(value);
  const navigate = useNavigate();
  const isSearching = useNavigation().state === "loading";
  useEffect(() => setText(value), [value]);
  const search = (number: string) =>
    navigate(number ? `/orderReturns?${new URLSearchParams({ value: number })}` : "/orderReturns");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) search(text.trim());
      }}
    >
      <FormLayout>
        <TextField
          label="Order number"
          placeholder="#1001"
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
                disabled={!text && !value}
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
      <div className={styles.loading}>{isSearching && <LoadingOverlay />}</div>
    </form>
  );
}
