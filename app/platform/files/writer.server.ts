import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, lt, type SQL } from "drizzle-orm";
import type { Administrator, Permission } from "../auth/permission";
import { anyOf } from "../db/sql-fragments.server";
import { type ShopTransaction, withShop } from "../db/with-shop.server";
import { conflict } from "../errors";
import { defineTask } from "../jobs/task.server";
import { type StoredFile, storedFileOf } from "./read.server";
import { fileParts, files } from "./tables.server";

/** The properties of a new file. */
export interface NewFile {
  /** The file name for the download, without folders. */
  name: string;
  contentType: string;
  /** The permission that reading it requires. Only the person who created it and the account owner can read it, unless it is shared. */
  permission: Permission;
  madeBy: Pick<Administrator, "id" | "name">;
  /** Everyone with the permission can read it. */
  isShared?: boolean;
  /** The job that creates it, which offers the download. Unfinished files of an earlier attempt are deleted. */
  jobId?: string;
}

/** A file that is being written. It can't be read before `finish`. */
export interface FileWriter {
  id: string;
  /** Appends bytes. Resolves when they are stored or buffered, so that a caller that awaits it has at most one part in memory. */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Stores the rest and makes the file readable, in one transaction with `alsoIn`.
   * @throws 409 when the file was deleted while it was being written. `write` throws it too
   */
  finish(alsoIn?: (tx: ShopTransaction, file: StoredFile) => Promise<void>): Promise<StoredFile>;
  /** Deletes the file. */
  discard(): Promise<void>;
}

/** How long a file is kept, in days. Files contain personal data, so they are kept only as long as people need to download them. */
export const FILES_KEPT_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Each part is written and read in its own transaction, which limits the memory for files of any size. */
const PART_BYTES = 1024 * 1024;

/** Creates a file and returns its writer. */
export async function openFileWriter(shop: string, file: NewFile): Promise<FileWriter> {
  const id = randomUUID();
  const { name, contentType, madeBy, jobId } = file;
  const expiresAt = new Date(Date.now() + FILES_KEPT_DAYS * DAY_MS);
  await withShop(shop, async (tx) => {
    if (jobId) await removeFiles(tx, shop, and(eq(files.jobId, jobId), isNull(files.finishedAt)));
    await tx.insert(files).values({
      shop,
      id,
      name,
      contentType,
      permission: JSON.stringify(file.permission),
      madeById: madeBy.id,
      madeByName: madeBy.name,
      isShared: file.isShared,
      jobId,
      expiresAt,
    });
  });

  let [size, parts] = [0, 0];
  let buffered: Uint8Array[] = [];
  let bufferedBytes = 0;

  const store = async (tx: ShopTransaction, bytes: Buffer) => {
    // Locks the file, so that deleting it at this moment leaves no bytes behind.
    const [locked] = await tx
      .select({ id: files.id })
      .from(files)
      .where(and(eq(files.shop, shop), eq(files.id, id)))
      .for("share");
    if (!locked) throw removed();
    await tx.insert(fileParts).values({ shop, fileId: id, position: parts, bytes });
    parts += 1;
    size += bytes.length;
  };
  /** Takes complete parts from the buffer. */
  const fullParts = (): Buffer[] => {
    const all = Buffer.concat(buffered);
    const cut = all.length - (all.length % PART_BYTES);
    buffered = [all.subarray(cut)];
    bufferedBytes = all.length - cut;
    return Array.from({ length: cut / PART_BYTES }, (_, index) =>
      all.subarray(index * PART_BYTES, (index + 1) * PART_BYTES),
    );
  };

  return {
    id,
    async write(bytes) {
      // A copy, because the caller may reuse its buffer.
      buffered.push(Buffer.from(bytes));
      bufferedBytes += bytes.length;
      if (bufferedBytes < PART_BYTES) return;
      for (const part of fullParts()) await withShop(shop, (tx) => store(tx, part));
    },
    finish: (alsoIn) =>
      withShop(shop, async (tx) => {
        const rest = Buffer.concat(buffered);
        if (rest.length > 0) await store(tx, rest);
        const [row] = await tx
          .update(files)
          .set({ size, parts, finishedAt: new Date() })
          .where(and(eq(files.shop, shop), eq(files.id, id)))
          .returning();
        if (!row) throw removed();
        const file = storedFileOf(row);
        await alsoIn?.(tx, file);
        return file;
      }),
    discard: () => withShop(shop, (tx) => removeFiles(tx, shop, eq(files.id, id))).then(() => undefined),
  };
}

const removed = () => conflict("The file was removed while it was being written. Create it again.");

/** Deletes the shop's files that match, with their bytes. @returns the number of files */
export async function removeFiles(
  tx: ShopTransaction,
  shop: string,
  which: SQL | undefined,
): Promise<number> {
  const removed = await tx
    .delete(files)
    .where(and(eq(files.shop, shop), which))
    .returning({ id: files.id });
  if (removed.length === 0) return 0;
  const ids = removed.map(({ id }) => id);
  await tx.delete(fileParts).where(and(eq(fileParts.shop, shop), anyOf(fileParts.fileId, ids)));
  return removed.length;
}

/** A file has many parts. */
const FILES_PER_STEP = 20;

/** Deletes expired files every hour. They can't be read after they expire. */
export const removeExpiredFiles = defineTask({
  name: "files.remove-expired",
  schedule: {
    cron: "20 * * * *",
    due: "EXISTS (SELECT FROM files AS due WHERE due.shop = shops.shop AND due.expires_at < now())",
  },
  async run(shop, signal) {
    const isExpired = and(eq(files.shop, shop), lt(files.expiresAt, new Date()));
    for (let count = FILES_PER_STEP; count === FILES_PER_STEP && !signal.aborted; )
      count = await withShop(shop, (tx) => {
        const some = tx.select({ id: files.id }).from(files).where(isExpired).limit(FILES_PER_STEP);
        return removeFiles(tx, shop, inArray(files.id, some));
      });
  },
});
