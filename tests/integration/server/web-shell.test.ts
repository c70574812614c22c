import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import express from "express";
import { afterEach, describe, expect, it, vi } from "vitest";
import { application } from "../../../local-store/config.ts";
import { mintSessionToken } from "../../../local-store/http/session-token.ts";
import { signProxyParameters } from "../../../local-store/storefront/sign-proxy-parameters.ts";
import { freePort, requireFreePorts } from "../../../server/process/ports.ts";
import type { BodyLimits } from "../../../server/web/arriving-bodies.ts";
import { closeGracefully, drain } from "../../../server/web/graceful-close.ts";
import { matchRoute } from "../../../server/web/matched-route.ts";
import { refuseOverload } from "../../../server/web/overload.ts";
import { sendPartialBody } from "../../support/partial-body.ts";
import { ROUTES_OUTSIDE_PAGES } from "../../support/route-files.ts";

let server: http.Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** An app whose `/held` is answered only when the test releases it. */
async function listen(maxInFlight: number, bodies?: BodyLimits) {
  const held: (() => void)[] = [];
  const app = express();
  app.set("trust proxy", "loopback");
  app.use(matchRoute({ routes: ROUTES_OUTSIDE_PAGES }), refuseOverload({ maxInFlight, bodies }));
  app.post("*", (request, response) => {
    // A connection that the test's end closes has no reader.
    text(request)
      .then((body) => response.send(body))
      .catch(() => undefined);
  });
  app.get("/held", (_request, response) => void held.push(() => response.send("held")));
  app.get("/", (_request, response) => void response.send("ok"));
  server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, held };
}

describe("the web process's shell", () => {
  it("refuses excess requests with 503 and Retry-After, and serves again when it has capacity", async () => {
    const { url, held } = await listen(2);
    const waiting = [fetch(`${url}/held`), fetch(`${url}/held`)];
    await expect.poll(() => held.length).toBe(2);
    const refused = await fetch(url);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("2");
    expect(await refused.json()).toMatchObject({ status: false, code: "OVERLOADED" });
    const visitor = await fetch(`${url}/proxy/promotion/summer/`);
    expect(await visitor.text()).toBe("Too many requests are waiting. Please try again in a few seconds.");
    for (const release of held) release();
    expect((await Promise.all(waiting)).map((answer) => answer.status)).toEqual([200, 200]);
    await expect.poll(async () => (await fetch(url)).status).toBe(200);
  });

  describe("while requests are still sending their body", () => {
    const limits: BodyLimits = { max: 4, maxPerSender: 2, deadlineMs: 60_000, minBytesPerSecond: 1 };
    const from = (address: string) => ({ "x-forwarded-for": address });

    it("answers other requests, and this one when its body is complete", async () => {
      const { url } = await listen(1, limits);
      const slow = await Promise.all([1, 2, 3].map((n) => sendPartialBody(url, from(`192.0.2.${n}`))));
      expect(await (await fetch(url)).text()).toBe("ok");
      expect(await (await fetch(url, { method: "POST", body: "all of it" })).text()).toBe("all of it");
      for (const { finish } of slow) finish();
      expect((await Promise.all(slow.map(({ answer }) => answer))).map(({ status }) => status)).toEqual([
        200, 200, 200,
      ]);
    });

    it("refuses the slowest of an address that has used its share, and no other address", async () => {
      const { url } = await listen(10, limits);
      const other = await sendPartialBody(url, from("192.0.2.1"));
      const slowest = await sendPartialBody(url, from("192.0.2.2"));
      const faster = await sendPartialBody(url, from("192.0.2.2"), "x".repeat(1000));
      const newest = await sendPartialBody(url, from("192.0.2.2"), "x".repeat(1000));
      expect(await slowest.answer).toMatchObject({
        status: 429,
        retryAfter: "2",
        text: expect.stringContaining("Too many of your uploads are in progress. Please try"),
      });
      for (const { finish, answer } of [other, faster, newest]) {
        finish();
        expect((await answer).status).toBe(200);
      }
    });

    it("refuses the slowest of all addresses when the budget is used up", async () => {
      const { url } = await listen(10, limits);
      const slow = await Promise.all([1, 2, 3, 4].map((n) => sendPartialBody(url, from(`192.0.2.${n}`))));
      const large = "x".repeat(2_000_000);
      expect((await fetch(url, { method: "POST", body: large })).status).toBe(200);
      expect(await Promise.race(slow.map(({ answer }) => answer))).toMatchObject({ status: 503 });
    });

    it("counts a person with a session token apart from their address", async () => {
      const { url } = await listen(10, limits);
      const strangers = await Promise.all([1, 2].map(() => sendPartialBody(url, from("192.0.2.1"))));
      const token = mintSessionToken({
        shopDomain: "backroom-demo.myshopify.com",
        administratorId: "1",
        apiKey: application.apiKey,
        apiSecret: application.apiSecret,
        now: new Date(),
        lifetimeSeconds: 60,
      });
      const person = await sendPartialBody(url, { ...from("192.0.2.1"), authorization: `Bearer ${token}` });
      for (const { finish, answer } of [...strangers, person]) {
        finish();
        expect((await answer).status).toBe(200);
      }
    });

    /** The address of a public page as Shopify's app proxy signs it. */
    const signed = (url: string) => {
      const parameters = {
        shop: "backroom-demo.myshopify.com",
        timestamp: String(Math.floor(Date.now() / 1000)),
      };
      const signature = signProxyParameters(parameters, application.apiSecret);
      return `${url}/proxy/promotion/summer/?${new URLSearchParams({ ...parameters, signature })}`;
    };
    const throughShopify = (visitor: string) => from(`${visitor}, 23.227.38.1`);

    it("counts each visitor of a public page separately, behind the address of Shopify's app proxy", async () => {
      const { url } = await listen(10, limits);
      const visitors = await Promise.all(
        [1, 2, 3].map((n) => sendPartialBody(signed(url), throughShopify(`192.0.2.${n}`))),
      );
      const unsigned = await Promise.all(
        [1, 2, 3].map((n) => sendPartialBody(`${url}/proxy/`, throughShopify(`192.0.2.${n}`))),
      );
      expect(await Promise.race(unsigned.map(({ answer }) => answer))).toMatchObject({ status: 429 });
      for (const { finish, answer } of visitors) {
        finish();
        expect((await answer).status).toBe(200);
      }
    });

    it("gives a visitor of a public page more time while the body arrives at the lowest rate", async () => {
      const { url } = await listen(10, { ...limits, deadlineMs: 100 });
      const upload = "x".repeat(1000);
      const visitor = await sendPartialBody(signed(url), throughShopify("192.0.2.1"), upload);
      const unsigned = await sendPartialBody(`${url}/proxy/`, throughShopify("192.0.2.2"), upload);
      expect(await unsigned.answer).toMatchObject({ status: 408 });
      visitor.finish();
      expect((await visitor.answer).status).toBe(200);
    });

    it("refuses a body that hasn't arrived by the deadline", async () => {
      const { url } = await listen(1, { ...limits, deadlineMs: 100 });
      const { answer } = await sendPartialBody(url);
      expect(await answer).toMatchObject({ status: 408 });
      expect((await fetch(url)).status).toBe(200);
    });
  });

  it("finishes requests in flight on shutdown, accepts no new ones, and exits", async () => {
    const { url, held } = await listen(10);
    const waiting = fetch(`${url}/held`);
    await expect.poll(() => held.length).toBe(1);
    const closed = closeGracefully(server);
    await expect(fetch(url)).rejects.toThrow("fetch failed");
    held[0]?.();
    expect(await (await waiting).text()).toBe("held");
    await closed;
    expect(server.listening).toBe(false);
  });

  it("answers on a proxy's idle connections after the shutdown began, and closes each after its answer", async () => {
    const { url } = await listen(10);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const get = () =>
      new Promise<{ status?: number; connection?: string; isReused: boolean }>((resolve, reject) => {
        const request = http.get(url, { agent }, (answer) => {
          answer.resume().on("end", () => {
            const { connection } = answer.headers;
            resolve({ status: answer.statusCode, connection, isReused: request.reusedSocket });
          });
        });
        request.on("error", reject);
      });
    expect(await get()).toMatchObject({ connection: "keep-alive" });
    const drained = drain(server);
    expect(await get()).toEqual({ status: 200, connection: "close", isReused: true });
    await drained;
    expect(server.listening).toBe(true);
  });

  it("names the variable of a port that is in use", async () => {
    await listen(1);
    const { port } = server.address() as AddressInfo;
    await expect(requireFreePorts({ PORT: port, LOCAL_STORE_PORT: 0 })).rejects.toThrow(
      `Port ${port} is in use. Set PORT to another port`,
    );
  });

  it("names the variable of a port that this account can't use", async () => {
    const listenAsRoot = vi.spyOn(net.Server.prototype, "listen").mockImplementation(function (
      this: net.Server,
    ) {
      this.emit("error", Object.assign(new Error("permission denied"), { code: "EACCES" }));
      return this;
    });
    const checked = requireFreePorts({ PORT: 80 });
    await expect(checked).rejects.toThrow("isn't allowed to listen on port 80. Set PORT to another port.");
    listenAsRoot.mockRestore();
  });

  it("names the variables of ports that are the same", async () => {
    const port = await freePort();
    await expect(
      requireFreePorts({ PORT: await freePort(), LOCAL_STORE_PORT: port, LOCAL_STORE_SMTP_PORT: port }),
    ).rejects.toThrow(`LOCAL_STORE_PORT and LOCAL_STORE_SMTP_PORT are both ${port}. They must differ.`);
  });

  it("returns distinct ports outside the machine's ephemeral range", async () => {
    const ports = await Promise.all(Array.from({ length: 40 }, freePort));
    expect(new Set(ports).size).toBe(40);
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });
});
