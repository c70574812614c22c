import http from "node:http";
import type { AddressInfo } from "node:net";
import { createReadableStreamFromReadable } from "@remix-run/node";
import express from "express";
import { afterEach, beforeEach, expect, test } from "vitest";
import { limitBody } from "../../../server/web/body-limit.ts";
import { matchRoute } from "../../../server/web/matched-route.ts";
import { noStore } from "../../../server/web/no-store.ts";
import { ROUTES_OUTSIDE_PAGES } from "../../support/route-files.ts";

const MB = 1024 * 1024;
let server: http.Server;
/** How long the bodies were that the app got to the end of. */
let read: number[];

/** An app that reads bodies as Remix does: as a stream of the web, as a whole. */
beforeEach(async () => {
  read = [];
  const app = express();
  app.use(noStore);
  app.use(matchRoute({ routes: ROUTES_OUTSIDE_PAGES }));
  app.use("/proxy", limitBody({ megabytes: 1, msg: "This file is too large." }));
  app.use(limitBody({ megabytes: 1 }));
  app.all("*", async (request, response) => {
    const body = new Response(createReadableStreamFromReadable(request));
    const { byteLength } = await body.arrayBuffer();
    read.push(byteLength);
    response.send(String(byteLength));
  });
  server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends chunks until all are sent or a response arrives. */
async function send(chunks: number, headers: http.OutgoingHttpHeaders = {}, path = "/webhooks") {
  const { port } = server.address() as AddressInfo;
  const request = http.request({ host: "127.0.0.1", port, method: "POST", path, headers });
  const closed = new Promise<void>((resolve) => request.once("close", resolve));
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once("response", resolve);
    request.once("error", reject);
  });
  request.flushHeaders();
  // Writing to a closed connection fails. That doesn't matter once the response is there.
  let isOver = false;
  answered
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
      request.on("error", () => undefined);
    });
  let sent = 0;
  for (; sent < chunks && !isOver; sent += 1)
    await new Promise<void>((resolve) => request.write(Buffer.alloc(MB / 4), () => resolve()));
  if (sent === chunks) request.end();
  const response = await answered;
  const text = await new Response(response as never).text().catch(() => "");
  return { status: response.statusCode, headers: response.headers, text, closed };
}

test("a body up to the limit is read, with or without Content-Length", async () => {
  expect(await send(4)).toMatchObject({ status: 200, text: String(MB) });
  expect(await send(4, { "content-length": MB })).toMatchObject({ status: 200, text: String(MB) });
  expect(read).toEqual([MB, MB]);
});

test("a larger Content-Length is 413 before the body is read", async () => {
  const { status, headers, text, closed } = await send(0, { "content-length": 300 * MB });
  expect([status, headers.connection]).toEqual([413, "close"]);
  expect(JSON.parse(text)).toMatchObject({
    status: false,
    code: "PAYLOAD_TOO_LARGE",
    msg: "The request is larger than 1 MB.",
  });
  await closed;
  expect(read).toEqual([]);
});

test("a larger body is 413 while it arrives, and the app never processes a partial body", async () => {
  const { status, headers, closed } = await send(300 * 4);
  expect([status, headers.connection]).toEqual([413, "close"]);
  await closed;
  expect(read).toEqual([]);
});

test.each([
  ["announces", 0, { "content-length": 300 * MB }],
  ["sends", 300 * 4, {}],
])(
  "a visitor whose form %s too much reads the sentence of the page's own limit",
  async (_how, chunks, headers) => {
    const { status, headers: answered, text } = await send(chunks, headers, "/proxy/promotion/summer/");
    expect([status, answered["content-type"], text]).toEqual([
      413,
      "text/plain; charset=utf-8",
      "This file is too large.",
    ]);
  },
);

test("pages aren't cacheable, and Remix's route manifest sets its own header", async () => {
  const { port } = server.address() as AddressInfo;
  const cacheControlOf = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body: "x" });
    await answer.text();
    return answer.headers.get("cache-control");
  };
  expect(await cacheControlOf("/students")).toBe("private, no-store");
  expect(await cacheControlOf("/students.data")).toBe("private, no-store");
  expect(await cacheControlOf("/__manifest")).toBeNull();
});
