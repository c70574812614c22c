import { randomBytes, randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { createReadableStreamFromReadable } from "@remix-run/node";
import express from "express";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { matchRoute } from "../../../server/web/matched-route.ts";
import { publicLimits } from "../../../server/web/public-limits.ts";
import { signedInCalls } from "../../support/calls.ts";
import { ROUTES_OUTSIDE_PAGES } from "../../support/route-files.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { invitePartner } from "./support.ts";
import { addressOf, pageFor, stateOf, tokenOfLatest } from "./visitor.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("public_limits");
  await signedInCalls(shop, "1", DEMO);
});
afterAll(() => shop.close());

let server: http.Server;
let url: string;
/** The invitation's page behind the rate limits of the web process. */
beforeEach(async () => {
  const app = express();
  app.use(matchRoute({ routes: ROUTES_OUTSIDE_PAGES }), publicLimits([]));
  app.all("/proxy/invitation/:token", async (incoming, response) => {
    const body = incoming.method === "POST" ? createReadableStreamFromReadable(incoming) : undefined;
    const request = new Request(`http://localhost:3000${incoming.originalUrl}`, {
      method: incoming.method,
      headers: { "content-type": incoming.headers["content-type"] ?? "" },
      ...(body && { body, duplex: "half" }),
    } as RequestInit);
    const answer = await pageFor(request, incoming.params.token);
    response.status(answer.status).send(await answer.text());
  });
  server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const wrongToken = () => `${randomUUID()}.${randomBytes(12).toString("base64url").slice(0, 16)}`;
const post = (token: string, body: BodyInit) =>
  fetch(`${url}${addressOf(token)}`, { method: "POST", body }).then(async (answer) => ({
    status: answer.status,
    text: await answer.text(),
  }));
const names = (firstName = "Ana") => new URLSearchParams({ firstName, lastName: "Martin" });

async function counted(text: string): Promise<number> {
  const { database } = await import("~/platform/db/pool.server");
  return Number((await database().query<{ count: string }>(text)).rows[0]?.count);
}
const acceptances = () => counted("SELECT count(*) FROM invitation_acceptances");
const customers = async () =>
  Number((await shop.localStore.store.pool.query("SELECT count(*) FROM customers")).rows[0]?.count);

test("a body larger than any form is refused without effect, and the form itself is accepted", async () => {
  const invitation = await invitePartner("large@door.example");
  const token = await tokenOfLatest(invitation);
  const before = await customers();
  const refused = await post(token, names("A".repeat(200_000)));
  expect(refused.status).toBe(413);
  expect(refused.text).toContain("This form has too much text. Go back and shorten it.");
  // Within the limit, and longer than a name may be.
  expect(await post(token, names("A".repeat(50_000)))).toMatchObject({
    status: 400,
    text: expect.stringContaining("First Name not valid."),
  });
  expect(await acceptances()).toBe(0);
  expect(await customers()).toBe(before);
  expect(await stateOf(invitation)).not.toBe("accepted");

  expect((await post(token, names())).status).toBe(200);
  expect(await stateOf(invitation)).toBe("accepted");
});

test("100 quick attempts with wrong tokens are refused, more are rate limited, and nothing changes", async () => {
  const invitation = await invitePartner("guessed@door.example");
  const before = await customers();
  const tries = await Promise.all(Array.from({ length: 100 }, () => post(wrongToken(), names())));
  for (const { status, text } of tries) {
    expect(status).toBe(404);
    expect(text).toContain("This link isn&#x27;t valid");
  }
  const more = await Promise.all(Array.from({ length: 40 }, () => post(wrongToken(), names())));
  expect(more.filter(({ status }) => status === 429)).toHaveLength(20);
  expect(more.find(({ status }) => status === 429)?.text).toContain("Please wait a minute");
  expect(await acceptances()).toBe(0);
  expect(await customers()).toBe(before);
  expect(await stateOf(invitation)).toBe("queued");
});

test("repeated requests for one link are rate limited, and other visitors' links still work", async () => {
  const [one, other] = [await invitePartner("again@door.example"), await invitePartner("other@door.example")];
  const address = addressOf(await tokenOfLatest(one));
  const answers = await Promise.all(Array.from({ length: 40 }, () => fetch(`${url}${address}`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array(30).fill(200),
    ...Array(10).fill(429),
  ]);
  expect((await fetch(`${url}${addressOf(await tokenOfLatest(other))}`)).status).toBe(200);
});
