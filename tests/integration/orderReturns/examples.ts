import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of Returns and UPS. */
export const examples: ExampleRequests = {
  "orderReturns.search": () => ({ path: "/shopify/order/search?value=1001" }),
  "orderReturns.find": () => ({ path: "/shopify/order/find?value=ann" }),
  "orderReturns.create": () => ({
    path: "/shopify/order/return",
    body: { orderId: "gid://shopify/Order/1", lineItems: [{ lineitem_id: "1", quantity: 1 }] },
  }),
  "connectors.ups.read": () => ({ path: "/ups/settings" }),
  "connectors.ups.save": () => ({
    path: "/ups/settings",
    body: {
      base_url: "",
      accountNumber: "",
      clientId: "",
      service: "",
      packaging: "",
      returnName: "",
      returnAddress: "",
      returnCity: "",
      returnState: "",
      returnZip: "",
      returnPhone: "",
    },
  }),
  "connectors.ups.testConnection": () => ({ path: "/ups/test" }),
  "orderReturns.open": () => ({ path: "/shopify/order/returns/open" }),
  "orderReturns.receipt": () => ({
    path: "/shopify/order/return/receipt?return_id=gid%3A%2F%2Fshopify%2FReturn%2F1",
  }),
  "orderReturns.rule": () => ({ path: "/shopify/order/return/rule" }),
  "orderReturns.saveRule": () => ({
    path: "/shopify/order/return/rule",
    body: { location_id: null, not_restocked: [] },
  }),
  "orderReturns.process": () => ({
    path: "/shopify/order/return/process",
    body: {
      return_id: "gid://shopify/Return/1",
      lines: [{ id: "gid://shopify/ReturnLineItem/1", disposition: "NOT_RESTOCKED" }],
      refund_to: "none",
      refund_cents: 0,
    },
  }),
  "orderReturns.cancel": () => ({
    path: "/shopify/order/return/cancel",
    body: { case_id: "00000000-0000-4000-8000-000000000000" },
  }),
  "orderReturns.dismiss": () => ({
    path: "/shopify/order/return/dismiss",
    body: { id: "00000000-0000-4000-8000-000000000000" },
  }),
  "orderReturns.emailLabel": () => ({
    path: "/shopify/order/return/email",
    body: { case_id: "00000000-0000-4000-8000-000000000000" },
  }),
};
