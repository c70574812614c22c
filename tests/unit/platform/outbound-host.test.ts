import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { outboundAddress } from "~/platform/outbound.server";
import { outboundHost, readAllowance, resolveOutboundHost } from "~/platform/outbound-host.server";

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
  await expect(resolveOutboundHost("localhost", 21)).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/private network.* Enter the name of a server on the public internet/),
  });
  vi.stubEnv("SHOPIFY_API_KEY", "backroom-local");
  expect(outboundHost("localhost", "host")).toBe("localhost");
  expect(await resolveOutboundHost("localhost", 21)).toBe("127.0.0.1");
});

test("an operator can allow private networks and servers with their ports, and nothing else with them", async () => {
  vi.stubEnv("OUTBOUND_ALLOW", "10.20.0.0/16, solr.internal:8983, feeds.example.com:8443, fd00:1::/32");
  const allowed = [
    "http://10.20.3.4:8983/solr",
    "http://solr.internal:8983/",
    "https://feeds.example.com:8443/",
  ];
  for (const address of [...allowed, "https://[fd00:1::5]/"])
    expect(outboundAddress(address, "base_url").href).toBe(address);
  expect(outboundHost("10.20.3.4", "host")).toBe("10.20.3.4");
  expect(outboundHost("solr.internal", "host")).toBe("solr.internal");
  for (const address of ["https://10.21.0.1/", "https://[fd00:2::5]/", "https://127.0.0.1/"])
    expect(() => outboundAddress(address, "base_url"), address).toThrow("OUTBOUND_ALLOW");
  expect(await resolveOutboundHost("10.20.3.4", 22)).toBe("10.20.3.4");
  await expect(resolveOutboundHost("localhost", 22)).rejects.toThrow("private network");
  vi.stubEnv("OUTBOUND_ALLOW", "localhost:2222");
  expect(await resolveOutboundHost("localhost", 2222)).toMatch(/^(127\.0\.0\.1|::1)$/);
  await expect(resolveOutboundHost("localhost", 22)).rejects.toThrow("private network");
});

test.each(["10.0.0.0/33", "solr.internal", "solr.internal:70000", "https://a.example", "*:80"])(
  "%j isn't an allowance",
  (text) => expect(() => readAllowance(text)).toThrow(`"${text}" is neither`),
);
