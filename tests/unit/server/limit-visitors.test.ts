import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, expect, it } from "vitest";
import { limitVisitors, normalizedPath } from "../../../server/web/limit-visitors.ts";

const servers: Server[] = [];
afterEach(() => servers.splice(0).map((server) => server.close()));

/** The status for a visitor with this address who comes through Shopify and the installation's own proxy. */
async function visits(proxy: string, trusted: string[]) {
  const app = express();
  app.set("trust proxy", ["loopback", ...trusted]);
  app.use(limitVisitors());
  app.use((_request, response) => void response.end("welcome"));
  const server = app.listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  let page = 0;
  return async (visitor: string): Promise<number> => {
    const headers = { "X-Forwarded-For": `${visitor}, 23.227.38.1, ${proxy}` };
    return (await fetch(`http://127.0.0.1:${port}/${++page}`, { headers })).status;
  };
}

it("counts each visitor alone behind a proxy with a public address, once that is trusted", async () => {
  const visit = await visits("203.0.113.7", ["203.0.113.0/24"]);
  for (let time = 0; time < 120; time += 1) expect(await visit("198.51.100.1")).toBe(200);
  expect(await visit("198.51.100.1")).toBe(429);
  expect(await visit("198.51.100.2")).toBe(200);
});

it("refuses the visitor who entered too many codes that can't be used", async () => {
  const app = express();
  app.set("trust proxy", "loopback");
  app.use(limitVisitors());
  app.use(({ query }, response) => void response.status(query.code === "RIGHT" ? 200 : 404).end());
  const server = app.listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const enter = async (code: string, visitor: string, path = "registration/", method = "POST") => {
    const headers = { "X-Forwarded-For": `${visitor}, 23.227.38.1` };
    const url = `http://127.0.0.1:${port}/${path}?code=${code}`;
    return (await fetch(url, { method, headers })).status;
  };
  for (let time = 0; time < 20; time += 1) {
    expect(await enter("RIGHT", "198.51.100.1")).toBe(200);
    expect(await enter(`WRONG-${time}`, "198.51.100.1")).toBe(404);
  }
  expect(await enter("RIGHT", "198.51.100.1")).toBe(429);
  expect(await enter("WRONG", "198.51.100.1", "Registration")).toBe(429);
  expect(await enter("WRONG", "198.51.100.1", "registration/", "GET")).toBe(404);
  expect(await enter("RIGHT", "198.51.100.2")).toBe(200);
});

it("counts all spellings of a link as one", () => {
  const spellings = [
    "/invitation/Ab-1",
    "//invitation//Ab-1/",
    "/Invitation/%41b-1",
    "/invitation/Ab-1.data",
  ];
  expect(new Set(spellings.map(normalizedPath))).toEqual(new Set(["/invitation/ab-1"]));
});
