/** The test of a connection against Debian's own servers, whose answers are as poor as those of real ones. */
import net, { type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServerAccess } from "~/connectors/pricespider/port";
import { testServer } from "~/connectors/pricespider/test-server.server";
import {
  startTransferServers,
  TRANSFER_PASSWORD,
  TRANSFER_USER,
  type TransferServers,
  transferServersMissing,
} from "../../support/transfer-servers.ts";
import "../../support/app-environment.ts";

const missing = transferServersMissing();
// `npm test` lists the line (server/setup/step.ts). A skipped test would fail it.
if (missing)
  process.stdout.write(`Not run: the tests of Debian's openssh-server and vsftpd, because ${missing}.\n`);
const describeWithServers = missing ? () => {} : describe;

const NAMES = { written: "backroom-test.part", renamed: "backroom-test-2.part" };

describeWithServers("Debian's openssh-server and vsftpd", () => {
  let servers: TransferServers;
  beforeAll(async () => {
    servers = await startTransferServers();
  });
  afterAll(() => servers.close());

  const climb = (client: ServerAccess["client"], change: Partial<ServerAccess> = {}) => {
    const access: ServerAccess = {
      client,
      host: "localhost",
      port: client === "FTP" ? servers.ftpPort : servers.sftpPort,
      user: TRANSFER_USER,
      password: TRANSFER_PASSWORD,
      directory: servers.folders.incoming,
      knownKey: null,
      ...change,
    };
    return testServer(access, NAMES, new AbortController().signal);
  };
  const failureOf = async (...access: Parameters<typeof climb>) => {
    const steps = await climb(...access);
    const failed = steps.find(({ state }) => state === "failed");
    return `${failed?.name}: ${failed?.text}`;
  };

  test.each(["FTP", "SFTP"] as const)("%s: every step passes, and no file stays", async (client) => {
    const steps = await climb(client);
    expect(steps.map(({ name, state, text }) => (state === "passed" ? name : text))).toEqual([
      "Name",
      "Port",
      "Server",
      "Key",
      "Sign-in",
      "Folder",
      "Write",
      "Rename",
      "Delete",
    ]);
    expect(await climb(client)).toContainEqual(
      expect.objectContaining({ name: "Folder", text: expect.stringContaining("has 0 files") }),
    );
  });

  test.each([
    ["FTP", "missing", "Folder: ", "doesn't open the folder", "Correct Upload Directory"],
    ["SFTP", "missing", "Folder: ", "has no folder", "Create it there"],
    ["FTP", "forbidden", "Folder: ", "doesn't open the folder", "Correct Upload Directory"],
    [
      "SFTP",
      "forbidden",
      "Folder: ",
      `doesn't let ${TRANSFER_USER} open`,
      "Ask PriceSpider for the permission",
    ],
    [
      "FTP",
      "readOnly",
      "Write: ",
      "refused to write backroom-test.part",
      "Ask PriceSpider for the permission",
    ],
    [
      "SFTP",
      "readOnly",
      "Write: ",
      "refused to write backroom-test.part",
      "Ask PriceSpider for the permission",
    ],
    ["FTP", "full", "Write: ", "couldn't store backroom-test.part", "disk may be full"],
    ["SFTP", "full", "Write: ", "couldn't store backroom-test.part", "disk may be full"],
  ] as const)(
    "%s with a %s folder: the failed step, its object and the remedy are named",
    async (client, folder, step, problem, remedy) => {
      const failure = await failureOf(client, { directory: servers.folders[folder] });
      for (const part of [step, problem, remedy]) expect(failure).toContain(part);
    },
  );

  test("the other client is named", async () => {
    expect(await failureOf("FTP", { port: servers.sftpPort })).toContain("Set FTP Client to SFTP");
    expect(await failureOf("SFTP", { port: servers.ftpPort })).toContain("Set FTP Client to FTP");
  });

  test.each(["FTP", "SFTP"] as const)(
    "%s: a wrong password and a changed key have their step",
    async (client) => {
      expect(await failureOf(client, { password: "wrong" })).toContain("Sign-in: ");
      if (client === "SFTP")
        expect(await failureOf(client, { knownKey: "SHA256:before" })).toContain("Key: ");
    },
  );

  test("blocked passive ports are named", async () => {
    process.env.OUTBOUND_ALLOW = "127.0.0.2/32";
    // Only the control connection gets through.
    const firewall = net.createServer((socket) => {
      const inner = net.connect(servers.ftpPort, "127.0.0.1");
      socket.on("error", () => inner.destroy());
      inner.on("error", () => socket.destroy());
      socket.pipe(inner).pipe(socket);
    });
    await new Promise<void>((resolve) => firewall.listen(0, "127.0.0.2", resolve));
    const { port } = firewall.address() as AddressInfo;
    expect(await failureOf("FTP", { host: "127.0.0.2", port })).toMatch(/Folder: .*passive.*or use SFTP/);
    firewall.close();
    delete process.env.OUTBOUND_ALLOW;
  });
});

test.each(["FTP", "SFTP"] as const)("%s: a port without a server is the step that fails", async (client) => {
  const closed = net.createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const access = {
    client,
    host: "localhost",
    port,
    user: "nobody",
    password: "x",
    directory: "/",
    knownKey: null,
  };
  const steps = await testServer(access, NAMES, new AbortController().signal);
  expect(steps.find(({ state }) => state === "failed")).toMatchObject({ name: "Port" });
});
