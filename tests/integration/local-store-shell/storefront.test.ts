import { appendFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { application } from "../../../local-store/config.ts";
import { signProxyParameters } from "../../../local-store/storefront/sign-proxy-parameters.ts";
import { installApp } from "../../../local-store/webhooks/installation.ts";
import { DEMO, startTestStore } from "./running-store.ts";

type ReceivedRequest = Pick<IncomingMessage, "method" | "url" | "headers"> & { body: string };

let app: Server;
let appUrl: string;
let store: Awaited<ReturnType<typeof startTestStore>>;
let requests: ReceivedRequest[];
let answer: { status: number; headers: Record<string, string>; body: string };

beforeAll(async () => {
  app = createServer(async (request, response) => {
    const body = await new Response(request as never).text();
    requests.push({ method: request.method, url: request.url, headers: request.headers, body });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  appUrl = `http://localhost:${(app.address() as AddressInfo).port}`;
  store = await startTestStore(appUrl);
  const proxy = '\n[app_proxy]\nurl = "/proxy"\nprefix = "apps"\nsubpath = "backroom"\n';
  await appendFile(path.join(store.folder, "shopify.app.toml"), proxy);
});
beforeEach(() => {
  requests = [];
  answer = { status: 200, headers: { "Content-Type": "application/liquid" }, body: "<p>From the app</p>" };
});
afterAll(async () => {
  await store.dispose();
  app.closeAllConnections();
  app.close();
});

const storefront = (rest: string) => `${store.url}/storefront/${DEMO}${rest}`;

const install = () =>
  installApp(store.store, DEMO, {
    apiKey: application.apiKey,
    secret: application.apiSecret,
    url: appUrl,
    title: application.name,
    configFile: path.join(store.folder, "shopify.app.toml"),
  });

test("signs Shopify's documented example correctly", () => {
  const parameters = {
    extra: ["1", "2"],
    shop: "shop-name.myshopify.com",
    logged_in_customer_id: "1",
    path_prefix: "/apps/awesome_reviews",
    timestamp: "1317327555",
  };
  expect(signProxyParameters(parameters, "hush")).toBe(
    "4c68c8624d737112c91818c11017d24d334b524cb5c2b8ba08daa056f7395ddb",
  );
});

test("shows a home page, and 404 for other paths", async () => {
  const home = await fetch(storefront("/"));
  expect(await home.text()).toContain("<h1>Welcome to Backroom Demo</h1>");
  expect((await fetch(storefront("/apps/other/x"))).status).toBe(404);
  expect((await fetch(`${store.url}/storefront/unknown.myshopify.com/`)).status).toBe(404);
  // Not installed yet.
  expect((await fetch(storefront("/apps/backroom/x"))).status).toBe(404);
  expect(requests).toEqual([]);
});

test("forwards signed requests without cookies to the app and renders its response in the layout", async () => {
  await install();
  answer.headers["Referrer-Policy"] = "no-referrer";
  answer.headers["Set-Cookie"] = "a=b";
  answer.status = 410;
  const response = await fetch(
    storefront("/apps/backroom/invitation/abc/?extra=2&extra=1&shop=evil&signature=0"),
    {
      method: "POST",
      headers: { Cookie: "session=1", "Content-Type": "application/x-www-form-urlencoded" },
      body: "firstName=Ana",
    },
  );
  expect(response.status).toBe(410);
  expect(response.headers.get("content-type")).toContain("text/html");
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  expect(response.headers.get("set-cookie")).toBeNull();
  const html = await response.text();
  expect(html).toContain("<p>From the app</p>");
  expect(html).toContain(`<a href="/storefront/${DEMO}/">Backroom Demo</a>`);

  const [request] = requests;
  expect(request).toMatchObject({ method: "POST", body: "firstName=Ana" });
  expect(request?.headers.cookie).toBeUndefined();
  expect(request?.headers["x-forwarded-for"]).toMatch(/127\.0\.0\.1|::1/);
  const url = new URL(request?.url ?? "", appUrl);
  expect(url.pathname).toBe("/proxy/invitation/abc/");
  const query = Object.fromEntries(url.searchParams);
  expect(query).toMatchObject({ shop: DEMO, path_prefix: "/apps/backroom", logged_in_customer_id: "" });
  expect(url.searchParams.getAll("extra")).toEqual(["2", "1"]);
  const { signature, ...signed } = { ...query, extra: ["2", "1"] } as Record<string, string | string[]>;
  expect(signature).toBe(signProxyParameters(signed, application.apiSecret));
});

test("responds with an error for Liquid and for an unreachable app", async () => {
  answer.body = "{{ shop.name }}";
  expect((await fetch(storefront("/apps/backroom/x"))).status).toBe(500);
  answer = { status: 200, headers: { "Content-Type": "text/plain" }, body: "{{ as it is }}" };
  expect(await (await fetch(storefront("/apps/backroom/x"))).text()).toBe("{{ as it is }}");
});
