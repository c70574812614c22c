import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Administrator, Permission } from "../auth/permission";
import { type ShopTransaction, withShop } from "../db/with-shop.server";
import { conflict } from "../errors";
import { type StoredFile, storedFileOf } from "./read.server";
import { removeFiles } from "./remove.server";
import { fileParts, files } from "./tables.server";

/** What a file is kept under. */
export interface NewFile {
  /** As it is saved on somebody's machine; a plain name without folders. */
  name: string;
  contentType: string;
  /** What reading it needs. Beside that, only who made it and the owner may. */
  permission: Permission;
  madeBy: Pick<Administrator, "id" | "name">;
  /** The job whose result it is; the job centre offers it there. What an earlier attempt left unfinished goes. */
  jobId?: string;
}

/** A file that is being written. Nobody can read it before `finish`. */
export interface FileWriter {
  id: string;
  /** Takes bytes; resolves when they are kept or buffered, so who awaits it holds no more than a part in memory. */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Keeps the rest and makes the file readable, in one transaction with what `alsoIn` does.
   * @throws 409 when it was removed while it was written; so does `write`
   */
  finish(alsoIn?: (tx: ShopTransaction, file: StoredFile) => Promise<void>): Promise<StoredFile>;
  /** Gives up: nothing remains. */
  discard(): Promise<void>;
}

/** How long a file is kept, in days. Files name people, so not longer than somebody needs to fetch one. */
export const FILES_KEPT_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Each part is written and read in a transaction of its own, so this bounds the memory that a file takes, however large. */
const PART_BYTES = 1024 * 1024;

/** Begins a file of a shop. */
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
      jobId,
      expiresAt,
    });
  });

  let [size, parts] = [0, 0];
  let buffered: Uint8Array[] = [];
  let bufferedBytes = 0;

  const keep = async (tx: ShopTransaction, bytes: Buffer) => {
    // Held, so that a file which is removed at this moment leaves no bytes behind.
    const [held] = await tx
      .select({ id: files.id })
      .from(files)
      .where(and(eq(files.shop, shop), eq(files.id, id)))
      .for("share");
    if (!held) throw removed();
    await tx.insert(fileParts).values({ shop, fileId: id, position: parts, bytes });
    parts += 1;
    size += bytes.length;
  };
  /** Takes what is buffered, except what is too little for a part. */
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
      // A copy: who wrote it may use its memory again.
      buffered.push(Buffer.from(bytes));
      bufferedBytes += bytes.length;
      if (bufferedBytes < PART_BYTES) return;
      for (const part of fullParts()) await withShop(shop, (tx) => keep(tx, part));
    },
    finish: (alsoIn) =>
      withShop(shop, async (tx) => {
        const rest = Buffer.concat(buffered);
        if (rest.length > 0) await keep(tx, rest);
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

const removed = () => conflict("The file was removed while it was being written. Make it again.");
