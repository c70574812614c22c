import { and, eq, isNotNull } from "drizzle-orm";
import type { Administrator, Permission } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { requirePermission } from "../access/tab-limits";
import { attachmentStore, type Variant } from "./attachment-store.server";
import type { ContentType } from "./content-type";
import { attachments } from "./tables.server";

/** A stored file of a record. */
export interface Attachment {
  id: string;
  kind: string;
  permission: Permission;
  name: string;
  contentType: ContentType;
  /** SHA-256 of the upload. */
  digest: string;
  /** Bytes. */
  size: number;
  hasThumbnail: boolean;
  /** Pixels. Null for a PDF. */
  width: number | null;
  height: number | null;
  createdAt: Date;
}

/** Converts a row of `attachments`. */
export function attachmentOf(row: typeof attachments.$inferSelect): Attachment {
  const { id, kind, name, digest, size, width, height, createdAt } = row;
  return {
    id,
    kind,
    permission: JSON.parse(row.permission) as Permission,
    name,
    contentType: row.contentType as ContentType,
    digest,
    size,
    hasThumbnail: row.thumbnailSize !== null,
    width,
    height,
    createdAt,
  };
}

/**
 * Finds an attachment that an administrator may read.
 * @throws 404 for one that the shop doesn't have, 403 without its permission
 */
export async function findAttachment(
  tx: ShopTransaction,
  shop: string,
  administrator: Administrator,
  id: string,
): Promise<Attachment> {
  const [row] = await tx
    .select()
    .from(attachments)
    .where(and(eq(attachments.shop, shop), eq(attachments.id, id), isNotNull(attachments.storedAt)));
  if (!row) throw notFound("This file no longer exists.");
  const attachment = attachmentOf(row);
  requirePermission(administrator, attachment.permission);
  return attachment;
}

/**
 * Reads an attachment's bytes for an administrator.
 * @returns the type of this variant, too: a thumbnail is a JPG
 * @throws as `findAttachment`, and 404 for a thumbnail that it doesn't have
 */
export async function readAttachment(
  shop: string,
  administrator: Administrator,
  id: string,
  variant: Variant,
): Promise<{ name: string; contentType: ContentType; bytes: Buffer }> {
  const attachment = await withShop(shop, (tx) => findAttachment(tx, shop, administrator, id));
  const isFile = variant === "file";
  if (!isFile && !attachment.hasThumbnail) throw notFound("This file has no thumbnail.");
  const bytes = await attachmentStore.read(shop, id, variant);
  return { name: attachment.name, contentType: isFile ? attachment.contentType : "image/jpeg", bytes };
}
