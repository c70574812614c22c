/** How a feed takes the place of the one before on servers of every kind. */
import { expect, test } from "vitest";
import { renameOver } from "~/connectors/pricespider/server-key.server";

/** A server's folder. @param rename what its rename does beyond moving a file, and may refuse */
function folderWith(files: Record<string, string>, rename: (from: string, to: string) => void) {
  const server = {
    async rename(from: string, to: string) {
      const content = files[from];
      if (content === undefined) throw new Error(`550 ${from} doesn't exist`);
      rename(from, to);
      delete files[from];
      files[to] = content;
    },
    async remove(name: string) {
      delete files[name];
    },
  };
  return { files, server };
}

test("a rename that replaces files is enough", async () => {
  const { files, server } = folderWith({ part: "new", feed: "old" }, () => {});
  await renameOver(server, "part", "feed");
  expect(files).toEqual({ feed: "new" });
});

test("where a rename doesn't replace files, the other file is set aside and removed", async () => {
  const existing: Record<string, string> = { part: "new", feed: "old" };
  const { files, server } = folderWith(existing, (_from, to) => {
    if (to in existing) throw new Error("550 The file exists");
  });
  await renameOver(server, "part", "feed");
  expect(files).toEqual({ feed: "new" });
});

test("a server that refuses every rename keeps the other file", async () => {
  const { files, server } = folderWith({ part: "new", feed: "old" }, () => {
    throw new Error("550 Permission denied");
  });
  await expect(renameOver(server, "part", "feed")).rejects.toThrow("Permission denied");
  expect(files).toEqual({ part: "new", feed: "old" });
});

test("a server that refuses this name gets the other file back", async () => {
  const { files, server } = folderWith({ part: "new", feed: "old" }, (from) => {
    if (from === "part") throw new Error("550 Being scanned");
  });
  await expect(renameOver(server, "part", "feed")).rejects.toThrow("Being scanned");
  expect(files).toEqual({ part: "new", feed: "old" });
});
