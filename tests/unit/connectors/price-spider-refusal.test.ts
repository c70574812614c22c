/** What people read when PriceSpider's server refuses or doesn't answer. */
import { expect, test } from "vitest";
import type { ServerStep } from "~/connectors/pricespider/port";
import { serverRefusal } from "~/connectors/pricespider/server-refusal.server";
import { isStorable } from "~/platform/contract/storable-text";

const access = {
  client: "FTP",
  host: "ftp.pricespider.example",
  port: 21,
  user: "demo",
  password: "correct horse",
  directory: "/",
  knownKey: null,
} as const;
const explained = async (message: string, more: object = {}, step: ServerStep = { name: "signIn" }) => {
  const signal = new AbortController().signal;
  const refusal = await serverRefusal(Object.assign(new Error(message), more), access, { signal, step });
  return (refusal as Error).message.replace("PriceSpider's FTP server ", "");
};

test.each([
  ["connect ETIMEDOUT 93.184.216.34:21", { code: "ETIMEDOUT" }],
  ["Timeout (control socket)", {}],
  ["Timed out while waiting for handshake", { level: "client-timeout" }],
])("%s is said without an address, and with what to do", async (message, more) => {
  expect(await explained(message, more)).toBe(
    "didn't answer in time. Check host and port, or try again in a few minutes.",
  );
});

test("a connection that the server closes has its step and what to do, and no words of a library", async () => {
  const write: ServerStep = { name: "write", file: "feed.csv" };
  for (const [message, code] of [
    ["Premature close", "ERR_STREAM_PREMATURE_CLOSE"],
    ["write EPIPE (data socket)", "EPIPE"],
  ])
    expect(await explained(String(message), { code }, write)).toBe(
      "couldn't store feed.csv (it closed the connection): its disk may be full. Ask PriceSpider to check the space, then try again.",
    );
  expect(await explained("Server sent FIN packet unexpectedly, closing connection.")).toBe(
    "closed the connection. Try again in a few minutes.",
  );
});

test("the server's own words are repeated without the password, and with what to do", async () => {
  expect(await explained("550 correct horse:\r\npermission denied.", { code: 550 })).toBe(
    "refused: 550 •••: permission denied. Check the settings, or ask PriceSpider.",
  );
  expect(await explained("450 File busy.", { code: 450 })).toBe(
    "refused: 450 File busy. Try again in a few minutes, or ask PriceSpider.",
  );
  expect(await explained("Can't parse response")).toBe(
    "didn't answer as expected: Can't parse response. Try again in a few minutes, or ask PriceSpider.",
  );
});

test("a server's words can be stored, whatever they are", async () => {
  for (const words of ["Bad\0 path", `${"x".repeat(199)}😀`])
    expect(isStorable(await explained(words, { code: 504 }))).toBe(true);
});
