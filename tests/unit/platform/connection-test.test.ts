import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serverSteps, testSteps } from "~/platform/connection-test.server";
import { certificate } from "../../../local-store/pricespider/certificate.ts";

beforeEach(() => void vi.stubEnv("SHOPIFY_API_KEY", "backroom-local"));
afterEach(() => void vi.unstubAllEnvs());

const sentenceOf = (error: unknown) => (error as Error).message;
const testOf = async (address: string) =>
  (await testSteps(serverSteps(address), sentenceOf)).map(({ name, state, text }) => [name, state, text]);

/** Listens while the work runs. @returns what the test finds at its port */
async function testServer(server: net.Server, protocol: string) {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const found = await testOf(`${protocol}://localhost:${port}/solr`);
  await new Promise((resolve) => server.close(resolve));
  return { port, found };
}

test("a closed port, a certificate that no authority signed, and a server without TLS are distinguished", async () => {
  const name = ["Name", "passed", "localhost is 127.0.0.1."];
  const plain = net.createServer((socket) => {
    socket.on("error", () => {}).resume();
    socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
  });
  const { port, found } = await testServer(plain, "https");
  const open = ["Port", "passed", `Port ${port} is open.`];
  expect(found).toEqual([
    name,
    open,
    ["Certificate", "failed", `Port ${port} of localhost doesn't speak TLS. Check the address.`],
  ]);
  expect(await testOf(`https://localhost:${port}/solr`)).toEqual([
    name,
    [
      "Port",
      "failed",
      `localhost refuses connections on port ${port}. Check the address, or ask its operator whether the server runs.`,
    ],
    ["Certificate", "skipped", ""],
  ]);
  const selfSigned = await testServer(https.createServer(certificate), "https");
  expect(selfSigned.found.at(-1)).toEqual([
    "Certificate",
    "failed",
    "No authority that Backroom knows has signed the certificate of localhost. Ask its operator for one that is publicly trusted.",
  ]);
  const silent = await testServer(
    net.createServer((socket) => void socket.resume()),
    "http",
  );
  expect(silent.found.map(([step]) => step)).toEqual(["Name", "Port"]);
});

test("of steps that are one work, the one that failed is named", async () => {
  const steps = ["Key", "Sign-in", "Folder"].map((name) => ({
    name,
    async run(at: (name: string) => void) {
      at("Sign-in");
      throw new Error("The password is wrong.");
    },
  }));
  expect(await testSteps(steps, sentenceOf)).toEqual([
    { name: "Key", state: "passed", text: "" },
    { name: "Sign-in", state: "failed", text: "The password is wrong." },
    { name: "Folder", state: "skipped", text: "" },
  ]);
});
