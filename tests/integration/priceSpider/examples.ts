import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of PriceSpider. */
export const examples: ExampleRequests = {
  "priceSpider.read": () => ({ path: "/priceSpider/settings" }),
  "priceSpider.update": () => ({ path: "/priceSpider/settings", body: { uploadDir: "/incoming" } }),
  "priceSpider.transfer": () => ({ path: "/priceSpider/transfer" }),
  "priceSpider.retry": ({ jobId }) => ({ path: "/priceSpider/transfer/retry", body: { f: jobId } }),
  "priceSpider.test": () => ({ path: "/priceSpider/test", body: {} }),
  "priceSpider.acceptKey": () => ({ path: "/priceSpider/serverKey", body: { key: "SHA256:example" } }),
  "priceSpider.logs": () => ({ path: "/priceSpider/logs/list" }),
  "priceSpider.log": ({ jobId }) => ({ path: `/priceSpider/log?f=${jobId}` }),
};
