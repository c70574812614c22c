import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { outboundAddress, sendOutbound } from "~/platform/outbound.server";
import { isPublicAddress } from "~/platform/outbound-host.server";

beforeEach(() => void vi.stubEnv("SHOPIFY_API_KEY", "a-real-key"));
afterEach(() => vi.unstubAllEnvs());

test.each(["1.1.1.1", "93.184.216.34", "172.15.0.1", "172.32.0.1", "2606:4700::1111"])(
  "%s is public",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.255",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "64:ff9b::a00:1",
  "2002:a00:1::",
  "fc00::1",
  "fe80::1",
  "localhost",
  "",
])("%s is not", (address) => expect(isPublicAddress(address)).toBe(false));

test("numbers in other notations are recognized as addresses", () => {
  for (const text of ["https://2130706433/", "https://0x7f.1/", "https://0177.0.0.1/", "https://127.1/"])
    expect(() => outboundAddress(text, "base_url"), text).toThrow("private network");
  expect(outboundAddress("https://agora.example.com/api/", "base_url").host).toBe("agora.example.com");
});

test.each(["ftp://localhost/x", "file:///etc/passwd", "http://agora.example.com/"])(
  "the scheme of %s is refused, beside the local store too",
  (text) => {
    vi.stubEnv("SHOPIFY_API_KEY", "backroom-local");
    expect(() => outboundAddress(text, "base_url")).toThrow("must start with https://");
    expect(outboundAddress("http://localhost:3100/agora", "base_url").port).toBe("3100");
  },
);

test("a name that an allowed network covers must lead into it, on another port and with http", async () => {
  vi.stubEnv("OUTBOUND_ALLOW", "10.20.0.0/16");
  const send = (address: string) => sendOutbound(address, { method: "GET", headers: {}, timeoutMs: 10_000 });
  await expect(send("http://localhost:8983/")).rejects.toThrow("doesn't lead into an allowed network");
  await expect(send("https://localhost:8443/")).rejects.toThrow("doesn't lead into an allowed network");
  await expect(send("https://localhost/")).rejects.toThrow("private network");
});

test("an answer is read up to its cap, and its connection closed", async () => {
  vi.stubEnv("SHOPIFY_API_KEY", "backroom-local");
  let closed: Promise<void> = Promise.reject(new Error("no request"));
  closed.catch(() => undefined);
  const server = http.createServer((_request, response) => {
    closed = new Promise((resolve) => response.once("close", resolve));
    // Without an end.
    const write = (): void => {
      while (!response.destroyed && response.write("x".repeat(10_000)));
    };
    response.on("drain", write);
    write();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { body } = await sendOutbound(address, { method: "GET", headers: {}, timeoutMs: 10_000 });
  expect(body).toHaveLength(100_000);
  await closed;
  server.close();
});
