/** One interface for FTP and SFTP, against real servers. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import tls from "node:tls";
import ssh2 from "ssh2";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { FtpClient } from "~/connectors/pricespider/ftp.server";
import { connectToServer } from "~/connectors/pricespider/live.server";
import type { ServerAccess } from "~/connectors/pricespider/port";
import { openStore, type Store } from "../../../local-store/data/database.ts";
import { uploadPassword } from "../../../local-store/pricespider/accounts.ts";
import { certificate } from "../../../local-store/pricespider/certificate.ts";
import { startFtpServer } from "../../../local-store/pricespider/ftp-server.ts";
import { type Receiver, startReceiver } from "../../../local-store/pricespider/receiver.ts";
import { readServerKey } from "../../../local-store/pricespider/server-key.ts";
import { startSftpServer } from "../../../local-store/pricespider/sftp-server.ts";
import { createUploadEvents } from "../../../local-store/pricespider/upload-events.ts";
import { createStoreDatabase } from "../../support/postgres.ts";
import "../../support/app-environment.ts";

let folder: string;
let store: Store;
let receiver: Receiver;
const never = new AbortController().signal;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "backroom-test-"));
  store = await openStore((await createStoreDatabase("upload_folder")).url, { filesFolder: folder });
  receiver = await startReceiver(store, { ftpPort: 0, sftpPort: 0, host: "127.0.0.1" });
  await writeFile(path.join(folder, "feed"), "x".repeat(200_000));
});
afterAll(async () => {
  await receiver.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const accessOf = (client: ServerAccess["client"], change: Partial<ServerAccess> = {}): ServerAccess => ({
  client,
  host: "localhost",
  port: client === "FTP" ? receiver.ftpPort : receiver.sftpPort,
  user: "backroom-demo",
  password: uploadPassword("backroom-demo"),
  directory: "/incoming",
  knownKey: null,
  ...change,
});

/** Starts a server. @returns its port */
async function listen(server: net.Server | ssh2.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

describe.each(["FTP", "SFTP"] as const)("by %s", (client) => {
  test("files are uploaded with progress, listed, renamed over others and removed", async () => {
    const connection = await connectToServer(accessOf(client), never);
    expect(connection).toMatchObject({ isEncrypted: true, serverKey: expect.stringMatching(/^SHA256:/) });
    const progress: number[] = [];
    await connection.upload(path.join(folder, "feed"), "a.part", (bytes) => progress.push(bytes));
    expect(Math.max(...progress)).toBe(200_000);
    await connection.upload(path.join(folder, "feed"), "b.part", () => {});
    await connection.rename("a.part", "feed.csv");
    await connection.rename("b.part", "feed.csv");
    expect(await connection.listFiles()).toEqual([{ name: "feed.csv", size: 200_000 }]);
    await connection.remove("feed.csv");
    expect(await connection.listFiles()).toEqual([]);
    await expect(connection.remove("feed.csv")).rejects.toMatchObject({ status: 502 });
    connection.close();
  });

  test.each([
    [{ password: "wrong" }, "doesn't accept the password of backroom-demo"],
    [{ port: 9 }, "refused the connection"],
    [{ host: "no-such-server.invalid" }, "wasn't found"],
    [{ knownKey: "SHA256:another" }, "has changed, so nothing was sent. It was SHA256:another"],
  ])("%j is refused with a reason", async (change, reason) => {
    await expect(connectToServer(accessOf(client, change), never)).rejects.toMatchObject({
      message: expect.stringContaining(reason),
    });
  });

  test("an abort ends the connection", async () => {
    const stops = new AbortController();
    receiver.events.once("upload", () => stops.abort());
    const connection = await connectToServer(accessOf(client), stops.signal);
    await expect(connection.upload(path.join(folder, "feed"), "a.part", () => {})).rejects.toThrow();
    await expect(connectToServer(accessOf(client), stops.signal)).rejects.toThrow();
  });
});

test.each([
  ["replaces a file in one step with OpenSSH's extension", true, ["feed.csv", "feed.csv"]],
  ["sets the file aside without the extension", false, ["feed.csv", "feed.csv", "b.part.old", "feed.csv"]],
])("a rename by SFTP %s", async (_how, posixRename, expected) => {
  const events = createUploadEvents();
  const renames: string[] = [];
  events.on("rename", (name) => void renames.push(path.basename(name)));
  const server = await startSftpServer(store, { port: 0, host: "127.0.0.1", events, posixRename });
  const connection = await connectToServer(accessOf("SFTP", { port: server.port }), never);
  for (const part of ["a.part", "b.part"]) {
    await connection.upload(path.join(folder, "feed"), part, () => {});
    await connection.rename(part, "feed.csv");
  }
  expect(renames).toEqual(expected);
  expect((await connection.listFiles()).map(({ name }) => name)).toEqual(["feed.csv"]);
  await connection.remove("feed.csv");
  connection.close();
  await server.close();
});

test("a server that answers keepalives only times out", async () => {
  let answered = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const server = new ssh2.Server({ hostKeys: [await readServerKey(store)] }, (client) => {
    client.on("error", () => {});
    client.on("authentication", (attempt) => attempt.accept());
    client.on("session", (accept) =>
      accept().on("sftp", (acceptSftp) => void acceptSftp().on("OPENDIR", answered)),
    );
  });
  const port = await listen(server);
  const connection = await connectToServer(accessOf("SFTP", { port }), never);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const files = connection.listFiles();
    const refused = expect(files).rejects.toMatchObject({
      message: expect.stringContaining("didn't answer in time"),
    });
    await isAsked;
    vi.advanceTimersByTime(30_000);
    await refused;
  } finally {
    vi.useRealTimers();
    connection.close();
    server.close();
  }
});

test("an abort ends a TLS handshake that the server doesn't answer", async () => {
  const stops = new AbortController();
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 Ready\r\n");
    socket.once("data", () => {
      socket.write("234 Begin\r\n");
      socket.once("data", () => stops.abort());
    });
  });
  const port = await listen(server);
  await expect(connectToServer(accessOf("FTP", { port }), stops.signal)).rejects.toThrow("aborted");
  server.close();
});

test("an abort while the name is resolved makes no connection by FTP", async () => {
  const { connectByFtp } = await import("~/connectors/pricespider/ftp.server");
  const stops = new AbortController();
  let connections = 0;
  const server = net.createServer(() => {
    connections += 1;
  });
  const port = await listen(server);
  const connecting = connectByFtp(accessOf("FTP", { port }), stops.signal);
  stops.abort();
  await expect(connecting).rejects.toThrow("aborted");
  expect(connections).toBe(0);
  server.close();
});

test("a server of implicit FTPS is encrypted from the first byte", async () => {
  const events = createUploadEvents();
  const server = await startFtpServer(store, { port: 0, host: "127.0.0.1", events, tls: "implicit" });
  const client = new FtpClient();
  const key = await client.open(
    { host: "localhost", address: "127.0.0.1", port: server.port, isImplicit: true },
    never,
  );
  expect(key).toMatch(/^SHA256:/);
  await client.login("backroom-demo", uploadPassword("backroom-demo"));
  await client.useDefaultSettings();
  await client.uploadFrom(path.join(folder, "feed"), "implicit.csv");
  expect(await client.size("implicit.csv")).toBe(200_000);
  client.close();
  await server.close();
});

test("FTP without TLS isn't encrypted, and is refused where there was a key before", async () => {
  const server = await startFtpServer(store, {
    port: 0,
    host: "127.0.0.1",
    events: receiver.events,
    tls: false,
  });
  const access = accessOf("FTP", { port: server.port });
  const connection = await connectToServer(access, never);
  expect(connection).toMatchObject({ isEncrypted: false, serverKey: null });
  expect(await connection.listFiles()).toEqual(expect.any(Array));
  connection.close();
  await expect(connectToServer({ ...access, knownKey: "SHA256:before" }, never)).rejects.toMatchObject({
    newKey: "none",
  });
  await server.close();
});

test.each(["421 Too many connections", "431 Unable to accept the security mechanism"])(
  "a server that answers %j to TLS isn't taken for one without TLS",
  async (answer) => {
    const commands: string[] = [];
    const server = net.createServer((socket) => {
      socket.on("error", () => {});
      socket.write("220 Ready\r\n");
      socket.on("data", (data) => {
        const command = data.toString().trim();
        commands.push(command);
        socket.write(command.startsWith("AUTH") ? `${answer}\r\n` : "230 Welcome\r\n");
      });
    });
    const port = await listen(server);
    for (const knownKey of [null, "SHA256:before"])
      await expect(connectToServer(accessOf("FTP", { port, knownKey }), never)).rejects.toMatchObject({
        status: 502,
        message: expect.stringContaining(`refused: ${answer}`),
      });
    expect(commands.filter((command) => /^(USER|PASS)/.test(command))).toEqual([]);
    server.close();
  },
);

test("a server that an authority certified is refused without the authority, before the password is sent", async () => {
  const authorities = tls.getCACertificates("default");
  tls.setDefaultCACertificates([...authorities, certificate.cert]);
  try {
    const connection = await connectToServer(accessOf("FTP", { knownKey: "SHA256:before" }), never);
    expect(connection).toMatchObject({ isEncrypted: true, serverKey: "certified by an authority" });
    connection.close();
  } finally {
    tls.setDefaultCACertificates(authorities);
  }
  const logins: string[] = [];
  const onLogin = (user: string) => void logins.push(user);
  receiver.events.on("login", onLogin);
  const access = accessOf("FTP", { knownKey: "certified by an authority" });
  await expect(connectToServer(access, never)).rejects.toMatchObject({
    message: expect.stringContaining("It was certified by an authority, now it is SHA256:"),
  });
  receiver.events.off("login", onLogin);
  expect(logins).toEqual([]);
});

test("a passive address on another host gets no connection", async () => {
  let connections = 0;
  const victim = net.createServer(() => {
    connections += 1;
  });
  const port = await listen(victim);
  const answers: Record<string, string> = {
    USER: "230 Welcome",
    CWD: "250 Okay",
    TYPE: "200 Okay",
    // The address of the cloud's metadata, with the port of a server that would notice.
    PASV: `227 Entering Passive Mode (169,254,169,254,${Math.floor(port / 256)},${port % 256})`,
  };
  const hostile = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 Ready\r\n");
    socket.on("data", (data) => {
      for (const line of data.toString().split("\r\n").filter(Boolean))
        socket.write(`${answers[line.split(" ")[0] ?? ""] ?? "500 Unknown command"}\r\n`);
    });
  });
  const access = accessOf("FTP", { port: await listen(hostile) });
  const connection = await connectToServer(access, never);
  await expect(connection.listFiles()).rejects.toMatchObject({
    status: 502,
    message: expect.stringContaining("PASV returned another host"),
  });
  expect(connections).toBe(0);
  connection.close();
  hostile.close();
  victim.close();
});
