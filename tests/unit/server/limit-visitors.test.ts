import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, expect, it, vi } from "vitest";
import { application as store } from "../../../local-store/config.ts";
import { signProxyParameters } from "../../../local-store/storefront/sign-proxy-parameters.ts";
import { matchRoute, routeMatcher } from "../../../server/web/matched-route.ts";
import { publicLimits } from "../../../server/web/public-limits.ts";
import { app as application } from "../../support/app.ts";
import { ROUTES_OUTSIDE_PAGES } from "../../support/route-files.ts";

// The budget of a day is in the database.
vi.mock("~/core/public-forms/visitor-budget.server", () => ({ takeVisitorBudget: async () => true }));

/** The query of an address as Shopify's app proxy signs it. */
function signed(parameters: Record<string, string> = {}): URLSearchParams {
  const all = { ...parameters, shop: "demo.myshopify.com", timestamp: String(Math.floor(Date.now() / 1000)) };
  return new URLSearchParams({ ...all, signature: signProxyParameters(all, store.apiSecret) });
}

const servers: Server[] = [];
afterEach(() => servers.splice(0).map((server) => server.close()));

/** The status for a visitor with this address who comes through Shopify and the installation's own proxy. */
async function visits(proxy: string, trusted: string[]) {
  const app = express();
  app.set("trust proxy", ["loopback", ...trusted]);
  app.use(matchRoute({ routes: ROUTES_OUTSIDE_PAGES }), publicLimits([]));
  app.use((_request, response) => void response.end("welcome"));
  const server = app.listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  let opened = 0;
  return async (visitor: string, page = `page-${++opened}`, query = signed()): Promise<number> => {
    const headers = { "X-Forwarded-For": `${visitor}, 23.227.38.1, ${proxy}` };
    return (await fetch(`http://127.0.0.1:${port}/proxy/giveaway/${page}?${query}`, { headers })).status;
  };
}

it("counts each visitor alone behind a proxy with a public address, once that is trusted", async () => {
  const visit = await visits("203.0.113.7", ["203.0.113.0/24"]);
  for (let time = 0; time < 120; time += 1) expect(await visit("198.51.100.1")).toBe(200);
  expect(await visit("198.51.100.1")).toBe(429);
  expect(await visit("198.51.100.2")).toBe(200);
});

it("doesn't count for a page what it refuses a visitor", async () => {
  const visit = await visits("127.0.0.1", []);
  for (let time = 0; time < 120; time += 1) await visit("198.51.100.1");
  for (let time = 0; time < 31; time += 1) expect(await visit("198.51.100.1", "summer")).toBe(429);
  expect(await visit("198.51.100.2", "summer")).toBe(200);
});

it("counts what Shopify didn't sign for its sender only, whatever addresses it invents", async () => {
  const visit = await visits("127.0.0.1", []);
  const forged = new URLSearchParams({ shop: "demo.myshopify.com", signature: "0".repeat(64) });
  const send = () => visit("198.51.100.1", "summer", forged);
  for (let time = 0; time < 120; time += 1) expect(await send()).toBe(200);
  expect(await send()).toBe(429);
  expect(await visit("198.51.100.1", "summer")).toBe(200);
});

/** Addresses that the router takes for the page of codes. */
const SPELLINGS = [
  "/proxy/registration",
  "/proxy/Registration//",
  "/PROXY/registration",
  "/%70roxy/%72egistration/",
  "/proxy/x/../registration",
  "/proxy/registration.data",
  "/proxy/registration/.data",
  "/%70ROXY/registratio%6e.data",
];

it("refuses the visitor who entered too many codes that can't be used", async () => {
  const app = express();
  app.set("trust proxy", "loopback");
  app.use(matchRoute({ routes: ROUTES_OUTSIDE_PAGES }), publicLimits(application.publicPages));
  app.use(({ query }, response) => void response.status(query.code === "RIGHT" ? 200 : 404).end());
  const server = app.listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const enter = async (code: string, visitor: string, path = "/proxy/registration/", method = "POST") => {
    const headers = { "X-Forwarded-For": `${visitor}, 23.227.38.1` };
    const url = `http://127.0.0.1:${port}${path}?${signed({ code })}`;
    return (await fetch(url, { method, headers })).status;
  };
  for (let time = 0; time < 20; time += 1) {
    expect(await enter("RIGHT", "198.51.100.1")).toBe(200);
    expect(await enter(`WRONG-${time}`, "198.51.100.1")).toBe(404);
  }
  expect(await enter("RIGHT", "198.51.100.1")).toBe(429);
  for (const path of SPELLINGS) expect(await enter("WRONG", "198.51.100.1", path), path).toBe(429);
  expect(await enter("WRONG", "198.51.100.1", "/proxy/registration/", "PUT")).toBe(429);
  expect(await enter("WRONG", "198.51.100.1", "/proxy/registration/", "GET")).toBe(404);
  expect(await enter("RIGHT", "198.51.100.2")).toBe(200);
});

/** The answers to posts with a body of this size, each by another visitor, behind the limits of the declared pages. */
async function posts(
  path: string,
  kilobytes: number,
  times = 1,
): Promise<{ status: number; text: string }[]> {
  const app = express();
  app.set("trust proxy", "loopback");
  app.use(matchRoute({ routes: ROUTES_OUTSIDE_PAGES }), publicLimits(application.publicPages));
  app.use((request, response) => {
    request.resume().on("end", () => response.end());
  });
  const server = app.listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return Promise.all(
    Array.from({ length: times }, async (_, index) => {
      const headers = { "X-Forwarded-For": `198.51.100.${index}, 23.227.38.1` };
      const body = Buffer.alloc(kilobytes * 1024);
      const url = `http://127.0.0.1:${port}/proxy${path}?${signed()}`;
      const answer = await fetch(url, { method: "POST", headers, body });
      return { status: answer.status, text: await answer.text() };
    }),
  );
}

it.each([
  ["/giveaway/summer/", 200],
  ["/Giveaway/summer", 200],
  ["/registration/", 200],
  ["/registration/confirm/token/", 429],
  ["/giveaway/confirm/token/", 429],
  ["/invitation/token/", 429],
  ["/promotion/summer/", 200],
])("the 31st visitor of %s within a minute gets %i", async (path, expected) => {
  const statuses = (await posts(path, 1, 31)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(expected === 200 ? 31 : 30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(expected === 429 ? 1 : 0);
});

it.each([
  ["/promotion/summer/", 50 * 1024, 200],
  ["/promotion/summer/", 50 * 1024 + 1, 413],
  ["/giveaway/summer/", 100, 200],
  ["/giveaway/summer/", 200, 413],
  ["/invitation/token/", 200, 413],
])("a form for %s of %i KB gets %i", async (path, kilobytes, expected) => {
  expect(await posts(path, kilobytes)).toMatchObject([{ status: expected }]);
});

it("says how large a receipt may be", async () => {
  const text = "This file is larger than 10 MB. Go back and choose a smaller one.";
  expect(await posts("/promotion/summer/", 51 * 1024)).toEqual([{ status: 413, text }]);
});

it("has a route for each declared page", () => {
  const patterns = Object.values(ROUTES_OUTSIDE_PAGES).map((route) => route?.path);
  for (const { path } of application.publicPages) expect(patterns).toContain(`proxy/${path}`);
});

it.each([...SPELLINGS, "/proxy/registration?code=a"])("%s is the page of codes for all rules", (address) => {
  expect(routeMatcher(ROUTES_OUTSIDE_PAGES)(address)).toMatchObject({ pattern: "/proxy/registration" });
});

it.each(["//proxy/registration", "/proxy//registration", "/proxy%2fregistration", "/proxy/%E0%A4%A"])(
  "%s isn't the page of codes, for the router neither",
  (address) => {
    expect(routeMatcher(ROUTES_OUTSIDE_PAGES)(address)?.pattern).not.toBe("/proxy/registration");
  },
);
