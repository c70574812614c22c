import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Refusal, upstreamFailed } from "~/platform/errors";
import { resolveOutboundHost } from "~/platform/outbound-host.server";
import { type Greeting, greetingOf } from "./greeting.server";
import { connectToServer } from "./live.server";
import { type ServerAccess, type ServerStep, TEST_STEPS, type TestStep, type UploadFolder } from "./port";
import { serverRefusal } from "./server-refusal.server";

const STEP_OF: Partial<Record<ServerStep["name"], TestStep["name"]>> = {
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
  const passed: TestStep[] = [];
  let current: TestStep["name"] = "Name";
  const step = async <T>(
    name: TestStep["name"],
    work: () => Promise<T>,
    textOf: (value: T) => string,
  ): Promise<T> => {
    current = name;
    const value = await work();
    passed.push({ name, state: "passed", text: textOf(value) });
    return value;
  };
  let folder: UploadFolder | undefined;
  try {
    const { host, port } = access;
    const address = await step(
      "Name",
      () => resolveOutboundHost(host, port),
      (ip) => `${host} is ${ip}.`,
    );
    const greeting = await step(
      "Port",
      () => greetingOf(address, port, signal),
      () => `Port ${port} is open.`,
    );
    await step(
      "Server",
      () => requireClient(access, greeting),
      () => greetingText(greeting, access),
    );
    const connect = () =>
      connectToServer(access, signal, ({ name }) => {
        current = STEP_OF[name] ?? current;
      });
    folder = await step("Key", connect, (opened) => keyText(opened, access));
    passed.push({ name: "Sign-in", state: "passed", text: `${access.user} may sign in.` });
    const { listFiles, upload, rename, remove } = folder;
    await step(
      "Folder",
      listFiles,
      (files) => `${access.directory || "The user's folder"} has ${files.length} files.`,
    );
    await step(
      "Write",
      () => withFile((file) => upload(file, names.written, () => {})),
      () => "A small file was written.",
    );
    await step(
      "Rename",
      () => rename(names.written, names.renamed),
      () => "It was renamed.",
    );
    await step(
      "Delete",
      () => remove(names.renamed),
      () => "It was deleted.",
    );
  } catch (error) {
    await folder?.remove(names.written).catch(() => {});
    // The steps of signing in are one work here: those before the one that failed have passed.
    for (const name of TEST_STEPS.slice(passed.length, TEST_STEPS.indexOf(current)))
      passed.push({ name, state: "passed", text: "" });
    passed.push({ name: current, state: "failed", text: await sentenceOf(error, access, signal) });
  } finally {
    folder?.close();
  }
  const skipped = TEST_STEPS.slice(passed.length);
  return [...passed, ...skipped.map((name) => ({ name, state: "skipped" as const, text: "" }))];
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
