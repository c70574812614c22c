import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type ConnectionStep, type TestStep, testSteps } from "~/platform/connection-test.server";
import { Refusal, upstreamFailed } from "~/platform/errors";
import { resolveOutboundHost } from "~/platform/outbound-host.server";
import { pluralize } from "~/platform/text/pluralize";
import { connectToServer } from "./live.server";
import { type ServerAccess, type ServerStep, TEST_STEPS, type UploadFolder } from "./port";
import { type Greeting, greetingOf, serverRefusal } from "./server-refusal.server";

const STEP_OF: Partial<Record<ServerStep["name"], (typeof TEST_STEPS)[number]>> = {
  connect: "Key",
  signIn: "Sign-in",
  folder: "Folder",
};
const CONTENT = "Backroom tests the connection.\n";

/**
 * Tests a server step by step, up to the first one that fails. It writes a small file under a temporary name and deletes it.
 * @param names of the file, before and after it is renamed
 */
export async function testServer(
  access: ServerAccess,
  names: { written: string; renamed: string },
  signal: AbortSignal,
): Promise<TestStep[]> {
  const { host, port } = access;
  let address = "";
  let greeting: Greeting = "silent";
  let folder: UploadFolder | undefined;
  const opened = (): UploadFolder => {
    if (!folder) throw new Error("The server isn't connected.");
    return folder;
  };
  const run: Record<(typeof TEST_STEPS)[number], ConnectionStep["run"]> = {
    async Name() {
      address = await resolveOutboundHost(host, port);
      return `${host} is ${address}.`;
    },
    async Port() {
      greeting = await greetingOf(address, port, signal);
      return `Port ${port} is open.`;
    },
    async Server() {
      await requireClient(access, greeting);
      return greetingText(greeting, access);
    },
    // Signing in and opening the folder are one work with it.
    async Key(at) {
      folder = await connectToServer(access, signal, ({ name }) => at(STEP_OF[name] ?? "Key"));
      return keyText(folder, access);
    },
    "Sign-in": async () => `${access.user} may sign in.`,
    async Folder() {
      const files = await opened().listFiles();
      return `${access.directory || "The user's folder"} has ${pluralize(files.length, "file")}.`;
    },
    async Write() {
      await withFile((file) => opened().upload(file, names.written, () => {}));
      return "A small file was written.";
    },
    async Rename() {
      await opened().rename(names.written, names.renamed);
      return "It was renamed.";
    },
    async Delete() {
      await opened().remove(names.renamed);
      return "It was deleted.";
    },
  };
  const steps = TEST_STEPS.map((name) => ({ name, run: run[name] }));
  try {
    return await testSteps(steps, async (error) => {
      await folder?.remove(names.written).catch(() => {});
      return sentenceOf(error, access, signal);
    });
  } finally {
    folder?.close();
  }
}

async function sentenceOf(error: unknown, access: ServerAccess, signal: AbortSignal): Promise<string> {
  if (signal.aborted && !(error instanceof Refusal))
    return `PriceSpider's ${access.client} server didn't answer in time. Check host and port, or try again in a few minutes.`;
  const refusal = await serverRefusal(error, access, { signal, step: { name: "connect" } });
  return (refusal as Error).message;
}

async function requireClient({ client, port }: ServerAccess, greeting: Greeting): Promise<void> {
  if (greeting === client || greeting === "silent") return;
  const advice = greeting === "another" ? "Check the port" : `Set FTP Client to ${greeting}`;
  const what = greeting === "another" ? "neither an FTP nor an SFTP server" : `an ${greeting} server`;
  throw upstreamFailed(`Port ${port} belongs to ${what}, but FTP Client is ${client}. ${advice}.`);
}

const greetingText = (greeting: Greeting, { client }: ServerAccess): string =>
  greeting === "silent"
    ? `It says nothing before ${client === "FTP" ? "TLS" : "the client"} begins.`
    : `It is an ${greeting} server.`;

function keyText({ serverKey, isEncrypted }: UploadFolder, { knownKey }: ServerAccess): string {
  if (!isEncrypted) return "It doesn't offer TLS: the password and the feed aren't encrypted.";
  if (knownKey === null) return `It is ${serverKey}. The first transfer stores it.`;
  return "It is that of the first transfer.";
}

async function withFile(work: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "backroom-test-"));
  try {
    const file = path.join(folder, "file");
    await writeFile(file, CONTENT);
    await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
