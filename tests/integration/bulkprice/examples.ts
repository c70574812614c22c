import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of scheduled prices. */
export const examples: ExampleRequests = {
  "bulkPrice.list": () => ({ path: "/bulkprice", body: { searchValue: "AN" } }),
  "bulkPrice.page": () => ({ path: "/bulkprice/page" }),
  "bulkPrice.update": () => ({
    path: "/updatebulkprice",
    body: {
      ID: "1",
      MODEL: "AN-EXAMPLE",
      PRICE: "5.00",
      EFFECTIVE_DATE: "01-01-2199 00:00:00",
      BELOW_MAPP_ITEM_TAG: "false",
    },
  }),
  "bulkPrice.calendar": () => ({ path: "/bulkprice/calendar?month=2199-01" }),
  "bulkPrice.pause": () => ({ path: "/bulkprice/pause", body: { ids: ["1"] } }),
  "bulkPrice.cancel": () => ({ path: "/bulkprice/cancel", body: { ids: ["1"] } }),
  "bulkPrice.end": () => ({ path: "/bulkprice/end", body: { ids: ["1"] } }),
  "bulkPrice.move": () => ({ path: "/bulkprice/move", body: { ids: ["1"], to: "2199-01-01T00:00:00Z" } }),
  "bulkPrice.resume": () => ({ path: "/bulkprice/resume", body: { ids: ["1"] } }),
  "priceWorkbench.page": () => ({ path: "/bulkprice/workbench?by=20&ending=99" }),
  "priceWorkbench.choices": () => ({ path: "/bulkprice/workbench/choices" }),
  "priceWorkbench.storeSkus": () => ({ path: "/bulkprice/workbench/skus", body: { text: "AN-EXAMPLE" } }),
  "priceWorkbench.plan": () => ({
    path: "/bulkprice/workbench/plans",
    body: { vendor: "An example", by: "20", name: "An example", effectiveAt: "2199-01-01T00:00:00Z" },
  }),
  "exports.currentPrices.rows": () => ({
    path: "/bulkprice/workbench/export?vendor=An%20example",
    body: {},
  }),
  "exports.currentPrices.start": () => ({
    path: "/bulkprice/workbench/export/job?vendor=An%20example",
    body: {},
  }),
  "priceGuardRails.read": () => ({ path: "/bulkprice/limits" }),
  "priceGuardRails.save": () => ({
    path: "/bulkprice/limits",
    body: { maxDropPercent: "", minMarginPercent: "", approvalAboveProducts: "" },
  }),
  "imports.importPrices": () => ({
    path: "/bulkpriceupload",
    body: { excelData: [{ MODEL: "AN-EXAMPLE", PRICE: "5.00", EFFECTIVE_DATE: "01-01-2199 00:00:00" }] },
  }),
};
