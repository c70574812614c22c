import http from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, describe, expect, it } from "vitest";
import { freePort, requireFreePorts } from "../../../server/process/ports.ts";
import { closeGracefully } from "../../../server/web/graceful-close.ts";
import { refuseOverload } from "../../../server/web/overload.ts";

let server: http.Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** An app whose `/held` is answered only when the test releases it. */
async function listen(maxInFlight: number) {
  const held: (() => void)[] = [];
  const app = express();
  app.use(refuseOverload({ maxInFlight }));
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
    for (const release of held) release();
    expect((await Promise.all(waiting)).map((answer) => answer.status)).toEqual([200, 200]);
    await expect.poll(async () => (await fetch(url)).status).toBe(200);
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

  it("names the variable of a port that is in use", async () => {
    await listen(1);
    const { port } = server.address() as AddressInfo;
    await expect(requireFreePorts({ PORT: port, LOCAL_STORE_PORT: 0 })).rejects.toThrow(
      `Port ${port} is in use. Set PORT to another port`,
    );
  });

  it("returns distinct ports outside the machine's ephemeral range", async () => {
    const ports = await Promise.all(Array.from({ length: 40 }, freePort));
    expect(new Set(ports).size).toBe(40);
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });
});
