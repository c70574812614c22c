import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { outboundHost, resolveOutboundHost } from "~/platform/outbound-host.server";

beforeEach(() => void vi.stubEnv("SHOPIFY_API_KEY", "a-real-key"));
afterEach(() => vi.unstubAllEnvs());

test("a name or a public IP address is a host, in its usual notation", () => {
  expect(outboundHost("FTP.PriceSpider.Example", "host")).toBe("ftp.pricespider.example");
  expect(outboundHost("93.184.216.34", "host")).toBe("93.184.216.34");
  expect(outboundHost("2606:4700::1111", "host")).toBe("2606:4700::1111");
});

test.each([
  "",
  " ",
  "a b.example",
  "ftp://a.example",
  "a.example/",
  "a.example:21",
  "u@a.example",
  "a.example?x",
  "a\n.example",
])("%j isn't a host", (text) => expect(() => outboundHost(text, "host")).toThrow("must be a name"));

test.each(["localhost", "127.0.0.1", "2130706433", "0x7f.1", "10.0.0.1", "::1", "fd00::1", "server"])(
  "%j isn't public",
  (text) => expect(() => outboundHost(text, "host")).toThrow("private network"),
);

test("beside the local store, this machine is a host, too", async () => {
  await expect(resolveOutboundHost("localhost")).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/private network.* Enter the name of a server on the public internet/),
  });
  vi.stubEnv("SHOPIFY_API_KEY", "backroom-local");
  expect(outboundHost("localhost", "host")).toBe("localhost");
  expect(await resolveOutboundHost("localhost")).toBe("127.0.0.1");
});
