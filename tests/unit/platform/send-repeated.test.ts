/** What people read when another system fails, and how long a request waits before it is repeated. */
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { setDeadlineMs, withDeadline } from "~/platform/deadline.server";
import { sendRepeated } from "~/platform/send-repeated.server";
import { PAUSE_FACTOR } from "../../support/pause-factor.ts";

let server: http.Server;
let requests: number;
/** The next answers. The last one is repeated. Null closes the connection. */
let answers: ({ status: number; retryAfter?: string } | "never" | null)[];

beforeAll(async () => {
  server = http.createServer((request, response) => {
    requests += 1;
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) return void request.destroy();
    if (answer === "never") return;
    const { status, retryAfter } = answer;
    response.writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
beforeEach(() => {
  requests = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const send = () =>
  sendRepeated("Solr", `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
    method: "GET",
    headers: {},
    timeoutMs: 10_000,
  });

test("a system that fails each time is reported with its answer", async () => {
  answers = [null, { status: 503 }];
  await expect(send()).rejects.toMatchObject({
    code: "FAILED_ANSWER",
    message: "Solr answered 503 (Service Unavailable). Backroom tried 5 times. Try again in a few minutes.",
  });
  expect(requests).toBe(5);
});

test("only without an answer, the system did not answer", async () => {
  answers = [{ status: 503 }, null];
  await expect(send()).rejects.toMatchObject({
    code: "NO_ANSWER",
    message: "Solr didn't answer. Try again in a few minutes.",
  });
});

test("a short Retry-After is waited for, and a long one isn't", async () => {
  answers = [{ status: 429, retryAfter: "5" }, { status: 503, retryAfter: "3600" }, { status: 200 }];
  const start = performance.now();
  expect(await send()).toMatchObject({ status: 200 });
  expect(performance.now() - start).toBeGreaterThan(4_900 * PAUSE_FACTOR);
});

test("a person's deadline ends all attempts together, and background work has none", async () => {
  answers = [{ status: 503 }, "never"];
  setDeadlineMs(500);
  onTestFinished(() => setDeadlineMs());
  await expect(withDeadline(send)).rejects.toMatchObject({
    code: "NO_ANSWER",
    message: "Solr didn't answer in time. Try again in a few minutes.",
  });
  expect(requests).toBe(2);
  answers = [{ status: 200 }];
  expect((await send()).status).toBe(200);
});
