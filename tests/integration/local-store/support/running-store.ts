import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { adminApiRoutes } from "../../../../local-store/admin-api/admin-api-routes.ts";
import { BulkRunner } from "../../../../local-store/bulk/bulk-runner.ts";
import { fileRoutes } from "../../../../local-store/bulk/file-routes.ts";
import { ManualClock } from "../../../../local-store/data/clock.ts";
import { openStore, type Store } from "../../../../local-store/data/database.ts";
import type { ShopPlan } from "../../../../local-store/data/rows.ts";
import { issueAccessToken, upsertShop } from "../../../../local-store/data/shops.ts";
import { faultRoutes } from "../../../../local-store/faults/fault-routes.ts";
import { type AppRegistration, installApp } from "../../../../local-store/webhooks/installation.ts";
import { WebhookDispatcher } from "../../../../local-store/webhooks/webhook-dispatcher.ts";
import { createStoreDatabase } from "../../../support/postgres.ts";

export const SHOP = "engine-test.myshopify.com";
export const API_KEY = "engine-test-app";
export const SECRET = "engine-test-secret";
const SCOPES = [
  "write_customers",
  "write_products",
  "write_files",
  "write_metaobjects",
  "write_metaobject_definitions",
  "read_all_orders",
  "write_orders",
  "read_fulfillments",
  "write_returns",
  "write_discounts",
  "read_store_credit_accounts",
  "write_store_credit_account_transactions",
  "read_locations",
  "write_merchant_managed_fulfillment_orders",
];
export const START = Date.parse("2026-10-05T12:00:00Z");

/** A response of the Admin API, loosely typed because tests check it. */
export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: the data of any operation
  data: any;
  errors?: Array<{ message: string; extensions?: Record<string, unknown>; path?: unknown[] }>;
  extensions: {
    cost: {
      requestedQueryCost: number;
      actualQueryCost: number | null;
      throttleStatus: { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };
    };
    search?: Array<{ path: string[]; warnings: Array<{ field: string; message: string }> }>;
  };
}

export interface RunningStore {
  store: Store;
  clock: ManualClock;
  /** The installed app. */
  app: AppRegistration;
  url: string;
  token: string;
  bulk: BulkRunner;
  dispatcher: WebhookDispatcher;
  /** Webhooks that the app received, in order. */
  received: Array<{ headers: Record<string, string>; body: string }>;
  /** The app's response to webhooks. */
  appStatus: number;
  /** Runs an operation as the app, by default with the offline token. */
  call(query: string, variables?: Record<string, unknown>, token?: string): Promise<Answer>;
  post(body: string, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

/** Starts a local store with a shop and an installed app that records webhooks, on free ports. */
export async function startStore(options: { plan?: ShopPlan } = {}): Promise<RunningStore> {
  const database = await createStoreDatabase("local_store");
  const folder = await mkdtemp(join(tmpdir(), "local-store-test-"));
  const clock = new ManualClock(START);
  const store = await openStore(database.url, { clock, filesFolder: folder, maxConnections: 5 });
  await upsertShop(store, {
    domain: SHOP,
    name: "Engine Test",
    email: "owner@engine-test.example",
    currency: "USD",
    ianaTimezone: "America/New_York",
    plan: options.plan ?? "ENTERPRISE",
    staff: [
      {
        id: 1,
        firstName: "Olivia",
        lastName: "Owner",
        email: "olivia@engine-test.example",
        isShopOwner: true,
      },
    ],
  });

  const received: RunningStore["received"] = [];
  const app = express();
  app.post("/webhooks", express.text({ type: () => true }), (request, response) => {
    received.push({ headers: request.headers as Record<string, string>, body: request.body });
    response.status(running.appStatus).end();
  });
  const appServer = app.listen(0);
  const configFile = join(folder, "shopify.app.toml");
  await writeFile(configFile, APP_TOML);
  const registration = {
    apiKey: API_KEY,
    secret: SECRET,
    url: address(appServer),
    title: "Test",
    configFile,
  };
  await installApp(store, SHOP, registration);
  const { token } = await issueAccessToken(store, SHOP, { apiKey: API_KEY, scopes: SCOPES });

  const http = express();
  const server = http.listen(0);
  const url = address(server);
  store.publicUrl = url;
  const bulk = new BulkRunner(store, url);
  const dispatcher = new WebhookDispatcher(store, { timeoutMs: 2_000 });
  http.use(adminApiRoutes(store, { bulk, publicUrl: url }), fileRoutes(store), faultRoutes(store));

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/admin/api/2026-10/graphql.json`, {
      method: "POST",
      body,
      headers: {
        "Content-Type": "application/json",
        "X-Forwarded-Host": SHOP,
        "X-Shopify-Access-Token": token,
        ...headers,
      },
    });
  const running: RunningStore = {
    store,
    clock,
    app: registration,
    url,
    token,
    bulk,
    dispatcher,
    received,
    appStatus: 200,
    post,
    async call(query, variables = {}, as = token) {
      const response = await post(JSON.stringify({ query, variables }), { "X-Shopify-Access-Token": as });
      return (await response.json()) as Answer;
    },
    async close() {
      await bulk.stop();
      await dispatcher.stop();
      server.closeAllConnections();
      server.close();
      appServer.closeAllConnections();
      appServer.close();
      await store.close();
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
  return running;
}

function address(server: { address(): unknown }): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ORDER_TOPICS = [
  "fulfillment_events/create",
  "fulfillments/create",
  "fulfillments/update",
  "orders/cancelled",
  "orders/create",
  "orders/delete",
  "orders/fulfilled",
  "orders/paid",
  "orders/updated",
  "returns/approve",
  "returns/cancel",
  "returns/close",
  "returns/process",
  "returns/update",
  "reverse_fulfillment_orders/dispose",
  "returns/request",
  "reverse_deliveries/attach_deliverable",
];

const APP_TOML = `
client_id = "${API_KEY}"
[access_scopes]
scopes = "${SCOPES.join(",")}"
[webhooks]
api_version = "2026-10"
  [[webhooks.subscriptions]]
  topics = ["customers/create", "customers/update", "customers/delete", "customer.tags_added", "customer.tags_removed",
    "app/uninstalled", "bulk_operations/finish", "refunds/create", ${ORDER_TOPICS.map((topic) => `"${topic}"`).join(", ")},
    "products/create", "products/update", "products/delete", "collections/create", "collections/update", "collections/delete"]
  uri = "/webhooks"
  [[webhooks.subscriptions]]
  compliance_topics = ["customers/data_request", "customers/redact", "shop/redact"]
  uri = "/webhooks"
`;
