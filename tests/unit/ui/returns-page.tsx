import { useLoaderData } from "@remix-run/react";
import { screen, within } from "@testing-library/react";
import type { RouteObject } from "react-router-dom";
import type { OrderDetails, ReturnRow } from "~/functions/orderReturns/schemas";
import { ReturnsPage } from "~/functions/orderReturns/ui/ReturnsPage";
import { cents } from "~/platform/money/cents";
import { renderConsole } from "./render-console";

type Line = OrderDetails["lineItems"]["edges"][number]["node"];

/** A line of an order. */
export const orderLine = (sku: string, more: Partial<Line> = {}): { node: Line } => ({
  node: {
    id: `gid://shopify/LineItem/${sku}`,
    title: sku.toLowerCase(),
    variantTitle: null,
    sku,
    image: null,
    quantity: 3,
    unfulfilledQuantity: 0,
    returnableQuantity: 3,
    uniqueTracking: false,
    variant: { weight: 2, weightUnit: "POUNDS" },
    unitCents: cents(1_000),
    ...more,
  },
});

/** An order that is fulfilled completely. */
export const orderDetails = (): OrderDetails => ({
  name: "#1001",
  customer: { displayName: "Ann Archer" },
  totalPriceSet: { shopMoney: { amount: "1234.5", currencyCode: "USD" } },
  displayFulfillmentStatus: "FULFILLED",
  shippingAddress: {
    address1: "12 Main St",
    address2: null,
    city: "Portland",
    provinceCode: "OR",
    zip: "97201",
    countryCodeV2: "US",
    phone: null,
  },
  lineItems: {
    edges: [
      orderLine("LAMP"),
      orderLine("ANVIL", { variant: { weight: 71, weightUnit: "POUNDS" } }),
      orderLine("CRATE", { variant: { weight: 90, weightUnit: "POUNDS" }, uniqueTracking: true }),
      // As the search answers gift tags and lines with nothing left.
      orderLine("BDGIFTTAG", { returnableQuantity: 0 }),
    ],
  },
});

const Page = () => <ReturnsPage {...(useLoaderData() as Parameters<typeof ReturnsPage>[0])} />;

interface ShownReturns {
  details?: OrderDetails;
  returns?: ReturnRow[];
  isUpsSetUp?: boolean;
  /** Answers the page's forms. */
  action: RouteObject["action"];
  /** Answers what the dialog that receives items shows. */
  readReceipt?: RouteObject["loader"];
  /** Answers the page's data for another order. */
  readOther?: () => Promise<OrderDetails>;
}

/** Shows an order that was searched for, and its returns. */
export async function showReturns({
  details = orderDetails(),
  returns = [],
  isUpsSetUp = true,
  action,
  readReceipt = () => null,
  readOther,
}: ShownReturns) {
  const order = {
    orderId: "gid://shopify/Order/1",
    orderDetails: details,
    returns,
    pending: 0,
    attempts: [],
    timeline: [],
    reasons: [],
    isUpsSetUp,
  };
  const page = { value: "#1001", order, found: null, problem: null, open: null };
  const view = renderConsole(
    [
      {
        path: "/orderReturns",
        element: <Page />,
        loader: async ({ request }) => {
          if (!readOther || !new URL(request.url).searchParams.has("value")) return page;
          const orderDetails = await readOther();
          return { ...page, value: orderDetails.name, order: { ...order, orderId: "other", orderDetails } };
        },
        action,
      },
      { path: "/orderReturns/receipt", loader: readReceipt },
    ],
    "/orderReturns",
  );
  await screen.findByRole("table", { name: "order details" });
  return view;
}

export const inDialog = () => within(screen.getByRole("dialog"));

export const isDisabled = (name: string) =>
  screen.getByRole("button", { name }).getAttribute("aria-disabled") === "true";
