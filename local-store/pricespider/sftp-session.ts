import { access, type FileHandle, open, readdir, rename, stat, unlink } from "node:fs/promises";
import { join, posix } from "node:path";
import ssh2, { type Attributes, type SFTPWrapper } from "ssh2";
import type { ShopConfig } from "../config.ts";
import type { Store } from "../data/database.ts";
import { offerPosixRename } from "./posix-rename.ts";
import type { UploadEvents } from "./upload-events.ts";
import { DISK_FULL, isInjected } from "./upload-faults.ts";

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;

interface Account {
  store: Store;
  shop: ShopConfig;
  events: UploadEvents;
  /** The folder that the account sees as /. */
  root: string;
  /** Whether files can be renamed over others, by OpenSSH's extension. */
  posixRename: boolean;
}

/** A file or folder that a client has opened. */
type Handle =
  | { kind: "file"; file: FileHandle; isDiskFull: boolean }
  | { kind: "folder"; path: string; isRead: boolean };

/** Answers the requests of a client: what it takes to list, upload, rename and remove files. */
export function answerSftp(session: SFTPWrapper, { store, shop, events, root, posixRename }: Account): void {
  const handles = new Map<number, Handle>();
  let lastHandle = 0;
  // `..` doesn't lead out of the account's folder.
  const pathOf = (name: string) => join(root, posix.resolve("/", name));
  const add = (request: number, handle: Handle) => {
    lastHandle += 1;
    handles.set(lastHandle, handle);
    const id = Buffer.alloc(4);
    id.writeUInt32BE(lastHandle);
    session.handle(request, id);
  };
  const find = (id: Buffer) => handles.get(id.readUInt32BE());
  const ok = (request: number) => session.status(request, STATUS_CODE.OK);
  /** Answers the request with an error when the work fails. */
  const answer = (request: number, work: () => Promise<void>) => {
    work().catch((error: NodeJS.ErrnoException) => {
      const code = error.code === "ENOENT" ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE;
      session.status(request, code, error.message);
    });
  };

  session.on("REALPATH", (request, name) => {
    const path = posix.resolve("/", name);
    session.name(request, [{ filename: path, longname: path, attrs: {} as Attributes }]);
  });
  session.on("OPENDIR", (request, name) =>
    answer(request, async () => {
      const path = pathOf(name);
      await readdir(path);
      add(request, { kind: "folder", path, isRead: false });
    }),
  );
  session.on("READDIR", (request, id) =>
    answer(request, async () => {
      const handle = find(id);
      if (handle?.kind !== "folder" || handle.isRead) return session.status(request, STATUS_CODE.EOF);
      handle.isRead = true;
      session.name(request, await entriesOf(handle.path));
    }),
  );
  session.on("OPEN", (request, name, flags) =>
    answer(request, async () => {
      if (!(flags & OPEN_MODE.WRITE)) throw new Error("Files can't be downloaded here.");
      events.emit("upload", name);
      const file = await open(pathOf(name), "w");
      add(request, { kind: "file", file, isDiskFull: isInjected(store, shop, "uploadDiskFull") });
    }),
  );
  session.on("WRITE", (request, id, offset, data) =>
    answer(request, async () => {
      const handle = find(id);
      if (handle?.kind !== "file") throw new Error("This isn't an open file.");
      const length = handle.isDiskFull ? Math.floor(data.length / 2) : data.length;
      await handle.file.write(data, 0, length, offset);
      if (handle.isDiskFull) throw new Error(DISK_FULL);
      ok(request);
    }),
  );
  session.on("CLOSE", (request, id) =>
    answer(request, async () => {
      const handle = find(id);
      handles.delete(id.readUInt32BE());
      if (handle?.kind === "file") await handle.file.close();
      ok(request);
    }),
  );
  session.on("RENAME", (request, from, to) =>
    answer(request, async () => {
      events.emit("rename", to);
      // SFTP's own rename doesn't replace files.
      if (await exists(pathOf(to))) throw new Error("The file exists.");
      await rename(pathOf(from), pathOf(to));
      ok(request);
    }),
  );
  if (posixRename)
    offerPosixRename(session, (request, from, to) =>
      answer(request, async () => {
        events.emit("rename", to);
        await rename(pathOf(from), pathOf(to));
        ok(request);
      }),
    );
  session.on("REMOVE", (request, name) =>
    answer(request, async () => {
      await unlink(pathOf(name));
      ok(request);
    }),
  );
  session.on("close", () => {
    for (const handle of handles.values()) if (handle.kind === "file") void handle.file.close();
  });
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function entriesOf(folder: string) {
  const names = await readdir(folder);
  return Promise.all(
    names.map(async (name) => {
      const { mode, uid, gid, size, atimeMs, mtimeMs } = await stat(join(folder, name));
      const attrs = {
        mode,
        uid,
        gid,
        size,
        atime: Math.floor(atimeMs / 1000),
        mtime: Math.floor(mtimeMs / 1000),
      };
      return { filename: name, longname: name, attrs };
    }),
  );
}
