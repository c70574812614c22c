import http from "node:http";
import type { AddressInfo } from "node:net";
import compression from "compression";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { knownLength } from "../../../server/web/known-length.ts";

let server: http.Server;
beforeAll(async () => {
  const app = express();
  app.use(compression(), knownLength);
  // As the library behind /api answers: the head with its headers, then the body.
  app.get("/:size", (request, response) => {
    response.writeHead(202, { "content-type": "application/json", "x-own": ["a", "b"] });
    response.end(JSON.stringify("x".repeat(Number(request.params.size))));
  });
  app.get("/without/headers", (_request, response) => void response.writeHead(204).end());
  server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, resolve));
});
afterAll(() => server.close());

const get = (path: string) =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const headers = { "accept-encoding": "gzip" };
    http.get({ port, path, headers }, (answer) => resolve(answer.resume())).on("error", reject);
  });

test("a long response is compressed and a short one is not, with the same status and headers", async () => {
  const [short, long, bare] = [await get("/20"), await get("/5000"), await get("/without/headers")];
  expect(short.headers["content-encoding"]).toBeUndefined();
  expect(long.headers["content-encoding"]).toBe("gzip");
  for (const answer of [short, long])
    expect([answer.statusCode, answer.headers["content-type"], answer.headers["x-own"]]).toEqual([
      202,
      "application/json",
      "a, b",
    ]);
  expect(bare.statusCode).toBe(204);
});
