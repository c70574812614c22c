import type { ExampleRequests } from "../../support/example-requests.ts";

/** The calls of Product Media and Salsify. */
export const examples: ExampleRequests = {
  "productMedia.products": () => ({ path: "/productMedia/products" }),
  "exports.mediaProducts.rows": () => ({ path: "/productMedia/products/export", body: {} }),
  "exports.mediaProducts.start": () => ({ path: "/productMedia/products/export/job", body: {} }),
  "productMedia.work": () => ({ path: "/productMedia/products/work" }),
  "productMedia.missingTexts": () => ({ path: "/productMedia/products/texts?ids=1" }),
  "productMedia.read": () => ({ path: "/productMedia/metafield/1" }),
  "productMedia.reset": () => ({ path: "/productMedia/reset/1", body: {} }),
  "productMedia.setStatus": () => ({ path: "/productMedia/update/status/1/1", body: {} }),
  "productMedia.setOrder": () => ({ path: "/productMedia/update/order/1/1", body: { order: 1 } }),
  "productMedia.setText": () => ({ path: "/productMedia/update/text/1/1", body: { text: "An example" } }),
  "productMedia.setTexts": () => ({
    path: "/productMedia/update/texts/1",
    body: { texts: [{ mediaId: "1", text: "An example" }] },
  }),
  "productMedia.upload": () => ({ path: "/productMedia/uploads?name=front.png", body: "An example" }),
  "productMedia.addUploads": () => ({ path: "/productMedia/uploads/1", body: { uploads: ["An example"] } }),
  "productMedia.detach": () => ({ path: "/productMedia/detach/1/1", body: {} }),
  "productMedia.logs": () => ({ path: "/productMedia/logs/list?section=productMedia" }),
  "productMedia.log": ({ jobId }) => ({ path: `/productMedia/log?f=${jobId}` }),
  "productMedia.sync": () => ({ path: "/productMedia/sync" }),
  "productMedia.retry": ({ jobId }) => ({ path: "/productMedia/sync/retry", body: { f: jobId } }),
  "connectors.salsify.read": () => ({ path: "/salsify/settings" }),
  "connectors.salsify.save": () => ({
    path: "/salsify/settings",
    body: { base_url: "", organization: "", skuProperty: "", mediaProperties: "" },
  }),
  "connectors.salsify.testConnection": () => ({ path: "/salsify/test" }),
};
