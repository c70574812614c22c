import { and, asc, eq } from "drizzle-orm";
import { anyOf } from "~/platform/db/sql-fragments.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { attachmentParts, attachments } from "./tables.server";

/** The file, or a small picture of it. */
export type Variant = "file" | "thumbnail";

/** What is stored: also the bytes that were uploaded, until they are decoded. */
export type StoredVariant = Variant | "upload";

/**
 * Where the bytes are. Everything else is in the rows of `attachments`, so another store, such as a private bucket, implements only
 * these. A store never returns a URL that a browser could open.
 */
export interface AttachmentStore {
  /**
   * The row exists but isn't readable yet. An interrupted write is removed with it.
   * @throws 409 when the row was removed in the meantime
   */
  write(shop: string, id: string, variant: StoredVariant, bytes: Buffer): Promise<void>;
  /** @throws 404 when it was deleted */
  read(shop: string, id: string, variant: StoredVariant): Promise<Buffer>;
  /** Deletes variants of one that stays. A store outside the database requests a task in the transaction. */
  clear(tx: ShopTransaction, shop: string, id: string, variants: readonly StoredVariant[]): Promise<void>;
  /** In the transaction that deletes the rows. A store outside the database requests a task there. */
  remove(tx: ShopTransaction, shop: string, ids: readonly string[]): Promise<void>;
}

/** Each part is written in a transaction of its own, which limits the memory of the database's processes. */
const PART_BYTES = 1024 * 1024;

/** The customer whose file it is was erased, or the upload took too long. */
export const removedWhileStoring = () =>
  conflict("The file was removed while it was being stored. Upload it again.");

/** Deleting the row waits for the part, and then deletes it too. @throws 409 when the row is deleted already */
async function lockAttachment(tx: ShopTransaction, shop: string, id: string): Promise<void> {
  const [row] = await tx
    .select({ id: attachments.id })
    .from(attachments)
    .where(and(eq(attachments.shop, shop), eq(attachments.id, id)))
    .for("key share");
  if (!row) throw removedWhileStoring();
}

/** The bytes as rows of `attachment_parts`. */
export const attachmentStore: AttachmentStore = {
  async write(shop, attachmentId, variant, bytes) {
    for (let position = 0; position * PART_BYTES < bytes.length; position += 1) {
      const part = bytes.subarray(position * PART_BYTES, (position + 1) * PART_BYTES);
      await withShop(shop, async (tx) => {
        await lockAttachment(tx, shop, attachmentId);
        await tx.insert(attachmentParts).values({ shop, attachmentId, variant, position, bytes: part });
      });
    }
  },

  async read(shop, id, variant) {
    const parts = await withShop(shop, (tx) =>
      tx
        .select({ bytes: attachmentParts.bytes })
        .from(attachmentParts)
        .where(
          and(
            eq(attachmentParts.shop, shop),
            eq(attachmentParts.attachmentId, id),
            eq(attachmentParts.variant, variant),
          ),
        )
        .orderBy(asc(attachmentParts.position)),
    );
    if (parts.length === 0) throw notFound("This file no longer exists.");
    return Buffer.concat(parts.map(({ bytes }) => bytes));
  },

  async clear(tx, shop, id, variants) {
    await tx
      .delete(attachmentParts)
      .where(
        and(
          eq(attachmentParts.shop, shop),
          eq(attachmentParts.attachmentId, id),
          anyOf(attachmentParts.variant, variants),
        ),
      );
  },

  async remove(tx, shop, ids) {
    await tx
      .delete(attachmentParts)
      .where(and(eq(attachmentParts.shop, shop), anyOf(attachmentParts.attachmentId, ids)));
  },
};
