import { expect, test } from "vitest";
import { isPublicAddress, outboundAddress } from "~/platform/outbound.server";

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
