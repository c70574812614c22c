import http from "node:http";
import type net from "node:net";
import express from "express";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { StartLater } from "~/platform/jobs/start-later.server";
import { nameShop, withLogContext } from "~/platform/log.server";
import { sendOutbound } from "~/platform/outbound.server";
import { inSpan } from "~/platform/trace.server";
import { startTracing } from "../../../server/tracing.ts";
import { accessLog } from "../../../server/web/access-log.ts";
import { DEMO } from "../../support/test-shop.ts";

interface Span {
  name: string;
  kind: number;
  spanId: string;
  parentSpanId?: string;
  traceId: string;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** What a collector received. */
const received: {
  resourceSpans: { resource: Pick<Span, "attributes">; scopeSpans: { spans: Span[] }[] }[];
}[] = [];
const collector = http.createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    if (request.url === "/v1/traces") received.push(JSON.parse(Buffer.concat(parts).toString()));
    response.end("{}");
  });
});
let address: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(collector.address() as net.AddressInfo).port}`;
});
afterAll(() => {
  collector.close();
  vi.unstubAllEnvs();
});

const spans = () =>
  received
    .flatMap(({ resourceSpans }) => resourceSpans.flatMap((each) => each.scopeSpans))
    .flatMap((each) => each.spans);
const spanNamed = (name: string) => spans().find((span) => span.name === name);
const attributesOf = (span?: Pick<Span, "attributes">) =>
  Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );

test("without a collector, work runs and no span is made", async () => {
  const stop = await startTracing("web");
  expect(await inSpan({ name: "nothing", kind: "client" }, async () => "done")).toBe("done");
  await stop();
  expect(received).toEqual([]);
});

test("requests, tasks and calls to other systems are exported with their shop, and without secrets", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", address);
  const stop = await startTracing("web");
  const app = express().use(accessLog());
  app.get("/api/credits/4711", async (_request, response) => {
    nameShop(DEMO);
    await sendOutbound(`${address}/agora/users?key=secret`, {
      method: "GET",
      headers: {},
      timeoutMs: 5_000,
      allowQuery: true,
    });
    response.send("ok");
  });
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as net.AddressInfo;
  await (await fetch(`http://127.0.0.1:${port}/api/credits/4711?id_token=secret`)).text();
  await new Promise((resolve) => server.close(resolve));
  const failure = Object.assign(new Error("ann@x.example was refused"), { code: "EREFUSED" });
  const run = (name: string, error: Error) =>
    withLogContext({ shop: DEMO }, () => inSpan({ name, kind: "consumer" }, () => Promise.reject(error)));
  await expect(run("task mail.send", failure)).rejects.toBe(failure);
  await expect(run("task waits", new StartLater("mail pace", new Date()))).rejects.toThrow();
  await stop();

  const request = spanNamed("GET /api/credits/:id");
  expect(request).toMatchObject({ kind: 2 });
  expect(attributesOf(request)).toMatchObject({ "http.response.status_code": 200, "backroom.shop": DEMO });
  const call = spanNamed("GET 127.0.0.1");
  expect(call).toMatchObject({ kind: 3, parentSpanId: request?.spanId, traceId: request?.traceId });
  expect(attributesOf(call)).toMatchObject({ "http.response.status_code": 200, "backroom.shop": DEMO });
  expect(spanNamed("task mail.send")).toMatchObject({ kind: 5, status: { code: 2 } });
  expect(attributesOf(spanNamed("task mail.send"))).toEqual({
    "error.type": "EREFUSED",
    "backroom.shop": DEMO,
  });
  expect(spanNamed("task waits")?.status.code ?? 0).toBe(0);
  expect(JSON.stringify(received)).not.toMatch(/secret|ann@/);
  expect(attributesOf(received[0]?.resourceSpans[0]?.resource)).toMatchObject({
    "service.name": "backroom-web",
  });
});

test("a collector that can't be reached is logged, and ends nothing", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9");
  const { log } = await import("~/platform/log.server");
  const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
  const stop = await startTracing("worker");
  expect(await inSpan({ name: "lost", kind: "client" }, async () => "done")).toBe("done");
  await stop();
  warn.mockRestore();
});
