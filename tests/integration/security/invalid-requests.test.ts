import http from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refuseInvalidRequests } from "../../../server/web/refuse-invalid-requests.ts";

let server: http.Server;

beforeAll(async () => {
  const app = express();
  app.set("trust proxy", "loopback");
  app.use(refuseInvalidRequests);
  app.use((_request, response) => void response.send("ok"));
  server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void server.close());

/** Sends a request as it is, without a library that would correct it. */
function send(path: string, { method = "GET", headers = {} }: http.RequestOptions = {}): Promise<number> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: "127.0.0.1", port, path, method, headers, agent: false },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on("error", reject).end();
  });
}

const hostOf = (text: string) => `host=${encodeURIComponent(Buffer.from(text).toString("base64"))}`;
const shop = "shop=backroom-demo.myshopify.com";

test.each([
  ["a page", "/students?search=a%20b"],
  ["a shop", `/students?${shop}`],
  ["a shop and its admin", `/students?${shop}&${hostOf("admin.shopify.com/store/backroom-demo")}`],
  ["a reload of the app", "/auth/session-token?shopify-reload=http%3A%2F%2Flocalhost%3A3000%2Fstudents"],
  ["a shop and its former admin", `/?${shop}&${hostOf("backroom-demo.myshopify.com/admin")}`],
])("%s is accepted", async (_what, path) => expect(await send(path)).toBe(200));

test.each([
  ["another domain as the shop", "/students?shop=evil.example"],
  ["a shop with more behind it", "/students?shop=backroom-demo.myshopify.com%20https://evil.example"],
  ["a line break in the shop", `/students?${shop}%0d%0aX-Evil:%201`],
  ["a second shop", `/students?${shop}&shop=evil.example`],
  ["another shop's admin", `/?${shop}&${hostOf("admin.shopify.com/store/evil")}`],
  ["an admin elsewhere", `/?${hostOf("evil.example/admin")}`],
  ["more behind the admin", `/?${shop}&${hostOf("admin.shopify.com/store/backroom-demo/../evil")}`],
  ["a reload of another site", "/auth/session-token?shopify-reload=https%3A%2F%2Fevil.example%2F"],
  ["a reload of another host", "/auth/session-token?shopify-reload=%2F%2Fevil.example%2F"],
  ["a script to reload", "/auth/session-token?shopify-reload=javascript%3Aalert(1)"],
  ["another site behind the frame", "/auth/exit-iframe?exitIframe=https%3A%2F%2Fevil.example%2F"],
  ["a broken escape", "/students/%E0%A4%A"],
  ["a character that no key can have", "/proxy/giveaway/summer%00/"],
  ["an absolute address", "http://evil.example/students"],
])("%s is 400", async (_what, path) => expect(await send(path)).toBe(400));

test.each([
  { "x-forwarded-proto": "javascript" },
  { "x-forwarded-proto": "http://evil" },
  { "x-forwarded-host": "a b" },
  { "x-forwarded-host": "backroom.example:99999" },
  { "x-forwarded-host": "backroom.example/<script>" },
  { "x-forwarded-host": "backroom.example, [::1" },
  { host: "backroom.example:x" },
])("the header %j is 400", async (headers) => expect(await send("/", { headers })).toBe(400));

test("forwarded headers of proxies are accepted", async () => {
  const headers = {
    "x-forwarded-proto": "https",
    "x-forwarded-host": "backroom.example:8443, proxy.internal",
  };
  expect(await send("/", { headers })).toBe(200);
});

test("TRACE is 405", async () => expect(await send("/", { method: "TRACE" })).toBe(405));
