import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { application } from "../../../local-store/config.ts";
import { findAccessToken } from "../../../local-store/data/shops.ts";
import { mintSessionToken } from "../../../local-store/http/session-token.ts";
import { startLocalStore } from "../../../local-store/main.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { DEMO, startTestStore } from "./running-store.ts";

let store: Awaited<ReturnType<typeof startTestStore>>;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.dispose());

const root = fileURLToPath(new URL("../../../", import.meta.url));

function runNode(args: string[], env: Record<string, string>) {
  return promisify(execFile)(process.execPath, ["--import", "./local-store/bridge/register.ts", ...args], {
    cwd: root,
    env: { ...process.env, LOCAL_STORE_URL: undefined, ...env },
    timeout: withMachineFactor(15_000),
  });
}

const localApp = () => ({
  LOCAL_STORE_URL: store.url,
  SHOPIFY_API_KEY: application.apiKey,
  SHOPIFY_API_SECRET: application.apiSecret,
});

async function exchange(sessionToken: string, kind: "online" | "offline") {
  const client = "tests/integration/local-store-shell/token-exchange-client.ts";
  const { stdout } = await runNode([client, sessionToken, kind], localApp());
  return JSON.parse(stdout);
}

async function sessionToken(query = "administrator=2") {
  return (await fetch(`${store.url}/session-token?${query}`)).text();
}

async function post(body: Record<string, string>) {
  return fetch(`${store.url}/admin/oauth/access_token`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-Host": DEMO },
    body: JSON.stringify({
      client_id: application.apiKey,
      client_secret: application.apiSecret,
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      requested_token_type: "urn:shopify:params:oauth:token-type:offline-access-token",
      ...body,
    }),
  });
}

describe("token exchange with Shopify's library through the bridge", () => {
  it("returns the administrator's online token, which the Admin API accepts with its scopes", async () => {
    const { session } = await exchange(await sessionToken(), "online");
    expect(session).toMatchObject({
      id: `${DEMO}_2`,
      isOnline: true,
      scope: "read_customers,write_customers",
      onlineAccessInfo: {
        associated_user: {
          id: 2,
          first_name: "Carl",
          last_name: "Credit",
          email: "carl@backroom-demo.example",
          account_owner: false,
          locale: "en",
          collaborator: false,
          email_verified: true,
        },
      },
    });
    const token = await findAccessToken(store.store, DEMO, session.accessToken);
    expect(token).toMatchObject({ staff_id: 2, scopes: ["read_customers", "write_customers"] });
  });

  it("returns an expiring offline token and refreshes it", async () => {
    const { session, refreshed } = await exchange(await sessionToken(), "offline");
    expect(session).toMatchObject({ id: `offline_${DEMO}`, isOnline: false });
    expect(new Date(session.expires).getTime()).toBeGreaterThan(Date.now() + 50 * 60_000);
    expect(refreshed.accessToken).not.toBe(session.accessToken);
    expect(await findAccessToken(store.store, DEMO, refreshed.accessToken)).toMatchObject({ staff_id: null });
  });

  it("installs the app with the scopes and webhooks in its configuration file", async () => {
    await exchange(await sessionToken(), "offline");
    const { rows } = await store.store.pool.query(
      "SELECT topic, uri FROM webhook_subscriptions WHERE shop = $1",
      [DEMO],
    );
    expect(rows).toEqual([{ topic: "customers/create", uri: "/webhooks" }]);
  });

  it("grants scopes that the app requests later when an administrator accepts them", async () => {
    const { session } = await exchange(await sessionToken(), "offline");
    const configFile = `${store.folder}/newer.toml`;
    await writeFile(configFile, '[access_scopes]\nscopes = "read_customers,read_products"\n');
    const newer = await startLocalStore({
      port: 0,
      smtpPort: 0,
      databaseUrl: store.databaseUrl,
      appUrl: "http://localhost:1",
      appConfigFile: configFile,
      filesFolder: store.folder,
    });
    try {
      const scopes = async () => (await findAccessToken(newer.store, DEMO, session.accessToken))?.scopes;
      const app = `${newer.url}/store/backroom-demo/apps/backroom`;
      expect(await scopes()).toEqual(["read_customers"]);
      const request = await (await fetch(app)).text();
      expect(request).toContain("<code>read_products</code>");
      expect(request).not.toContain("<iframe");
      const response = await fetch(`${newer.url}/store/backroom-demo/app`, {
        method: "POST",
        body: new URLSearchParams({ action: "accept scopes" }),
      });
      expect(await response.text()).toContain("<iframe");
      expect(await scopes()).toEqual(["read_customers", "read_products"]);
    } finally {
      await newer.close();
    }
  });

  it("refuses an expired session token", async () => {
    expect(await exchange(await sessionToken("administrator=1&lifetime=-120"), "online")).toEqual({
      error: "InvalidJwtError",
    });
  });
});

describe("token exchange with direct requests", () => {
  const mint = (changes: Partial<Parameters<typeof mintSessionToken>[0]> = {}) =>
    mintSessionToken({
      shopDomain: DEMO,
      administratorId: "1",
      apiKey: application.apiKey,
      apiSecret: application.apiSecret,
      now: new Date(),
      lifetimeSeconds: 60,
      ...changes,
    });

  it("refuses a wrong secret with 401 invalid_client", async () => {
    const response = await post({ client_secret: "guessed", subject_token: mint() });
    expect([response.status, (await response.json()).error]).toEqual([401, "invalid_client"]);
  });

  it.each([
    ["signed with another secret", () => mint({ apiSecret: "guessed" })],
    ["for another app", () => mint({ apiKey: "other-app" })],
    ["expired", () => mint({ lifetimeSeconds: -1 })],
    ["of another shop", () => mint({ shopDomain: "backroom-second.myshopify.com" })],
    ["of an unknown administrator", () => mint({ administratorId: "9" })],
    ["in an invalid format", () => "abc"],
    ["without a signature", () => mint().split(".").slice(0, 2).join(".")],
  ])("refuses a session token %s with 400 invalid_subject_token", async (_name, token) => {
    const response = await post({ subject_token: token() });
    expect([response.status, (await response.json()).error]).toEqual([400, "invalid_subject_token"]);
  });

  it("takes a refresh token until its replacement is used", async () => {
    const refresh = async (token: string) => {
      const response = await post({ grant_type: "refresh_token", refresh_token: token });
      return (await response.json()).refresh_token;
    };
    const exchanged = await post({ subject_token: await sessionToken(), expiring: "1" });
    const { refresh_token: first } = await exchanged.json();
    // Its answer was lost.
    expect(await refresh(first)).toMatch(/^shprt_/);
    const second = await refresh(first);
    expect(await refresh(second)).toMatch(/^shprt_/);
    expect(await refresh(first)).toBeUndefined();
    expect(await refresh(second)).toMatch(/^shprt_/);
  });

  it("refuses an unknown refresh token", async () => {
    const response = await post({ grant_type: "refresh_token", refresh_token: "shprt_x" });
    expect([response.status, (await response.json()).error]).toEqual([400, "invalid_grant"]);
  });
});

describe("the bridge", () => {
  const answer = `
    const http = require("node:http");
    const server = http.createServer((request, response) => {
      response.setHeader("Content-Security-Policy", "frame-ancestors https://shop.example https://admin.shopify.com;");
      response.writeHead(302, { Link: "<https://cdn.shopify.com/shopifycloud/app-bridge.js>; rel=preload", Location: "https://admin.shopify.com/store/x" });
      response.end();
    });
    server.listen(0, async () => {
      const response = await fetch("http://127.0.0.1:" + server.address().port, { redirect: "manual" });
      console.log(JSON.stringify(Object.fromEntries(response.headers)));
      server.close();
    });`;

  it("allows the store's admin to embed the app and redirects to the local admin", async () => {
    const { stdout } = await runNode(["-e", answer], localApp());
    const headers = JSON.parse(stdout);
    expect(headers["content-security-policy"]).toBe(
      `frame-ancestors ${store.url} https://shop.example https://admin.shopify.com;`,
    );
    expect(headers.location).toBe(`${store.url}/store/x`);
    expect(headers.link).toBeUndefined();
  });

  it("does nothing without LOCAL_STORE_URL", async () => {
    const { stdout } = await runNode(["-e", answer], { SHOPIFY_API_KEY: "a-real-key" });
    expect(JSON.parse(stdout).location).toBe("https://admin.shopify.com/store/x");
  });

  it("refuses to run with a real app", async () => {
    await expect(runNode(["-e", ""], { ...localApp(), SHOPIFY_API_KEY: "a-real-key" })).rejects.toThrow(
      /never runs with a real app/,
    );
  });
});
