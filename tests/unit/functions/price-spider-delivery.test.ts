/** What a delivery makes of a server's answers. */
import { beforeEach, expect, test } from "vitest";
import type { UploadFolder } from "~/connectors/pricespider/port";
import type { SyncContext } from "~/core/syncs/define-sync.server";
import { deliverFeed } from "~/functions/priceSpider/transfer/deliver-feed.server";

let files: Map<string, number>;
let keys: string[];
let lines: string[];
beforeEach(() => {
  files = new Map();
  keys = [];
  lines = [];
});

/** A server whose folder is in memory. */
const serverWith = (change: Partial<UploadFolder> = {}): UploadFolder => ({
  isEncrypted: true,
  serverKey: "SHA256:a",
  listFiles: async () => [...files].map(([name, size]) => ({ name, size })),
  upload: async (_path, name) => void files.set(name, 3),
  rename: async (from, to) => {
    files.set(to, files.get(from) ?? 0);
    files.delete(from);
  },
  remove: async (name) => void files.delete(name),
  close: () => {},
  ...change,
});

function deliver(folder: UploadFolder, knownKey: string | null = null) {
  const access = { client: "FTP", host: "h", port: 21, user: "u", password: "p", directory: "/" } as const;
  const context = {
    shop: "test.myshopify.com",
    signal: new AbortController().signal,
    log: async (_name: string, level: string, message: string) => void lines.push(`${level}: ${message}`),
  } as unknown as SyncContext;
  return deliverFeed(
    {
      feed: { path: "/feed", name: "feed.csv", bytes: 3, rows: 1 },
      server: { ...access, knownKey },
      connect: async () => folder,
      rememberKey: async (key) => void keys.push(key),
      onProgress: () => {},
    },
    context,
  );
}

test("a feed that PriceSpider fetches immediately counts as delivered", async () => {
  await deliver(serverWith({ rename: async (from) => void files.delete(from) }));
  expect([...files.keys()]).toEqual([]);
});

test("a refused rename leaves no part of the feed on the server", async () => {
  files.set("feed.csv", 2);
  const refused = serverWith({ rename: () => Promise.reject(new Error("Permission denied")) });
  await expect(deliver(refused)).rejects.toThrow("Permission denied");
  expect([...files]).toEqual([["feed.csv", 2]]);
});

test("a leftover that the server doesn't remove is a warning, and the feed is delivered", async () => {
  let part = "";
  const refused = () => Promise.reject(new Error("Permission denied."));
  await expect(
    deliver(
      serverWith({
        upload: async (_path, name) => {
          part = name;
          files.set(name, 1);
        },
        remove: refused,
      }),
    ),
  ).rejects.toThrow("didn't arrive as a whole");
  await deliver(serverWith({ remove: refused }));
  expect([...files]).toEqual([
    [part, 1],
    ["feed.csv", 3],
  ]);
  expect(lines).toContain(`warning: ${part}, which an interrupted transfer left, stays: Permission denied.`);
});

test("a feed that an interrupted rename set aside is restored, also when this upload fails", async () => {
  files.set("feed.csv", 2);
  let renames = 0;
  const interrupted = serverWith({
    rename: async (from) => {
      renames += 1;
      files.set(`${from}.old`, files.get("feed.csv") ?? 0);
      files.delete("feed.csv");
      throw new Error("The connection was closed.");
    },
  });
  await expect(deliver(interrupted)).rejects.toThrow("closed");
  expect([renames, files.has("feed.csv")]).toEqual([1, false]);
  await expect(deliver(serverWith({ upload: () => Promise.reject(new Error("Disk full")) }))).rejects.toThrow(
    "Disk full",
  );
  expect([...files]).toEqual([["feed.csv", 2]]);
  expect(lines).toContain("info: Restored feed.csv, which an interrupted transfer left.");
});

test("the key of a first connection is stored, and that an authority certifies the server now", async () => {
  await deliver(serverWith());
  await deliver(serverWith(), "SHA256:a");
  await deliver(serverWith({ serverKey: "certified by an authority" }), "SHA256:a");
  await deliver(serverWith({ isEncrypted: false, serverKey: null }));
  expect(keys).toEqual(["SHA256:a", "certified by an authority"]);
});
