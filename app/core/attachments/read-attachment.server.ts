import { and, eq, isNotNull } from "drizzle-orm";
import type { Administrator, Permission } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { requirePermission } from "../access/tab-limits";
import type { ContentType } from "./attachment-definition";
import { attachmentStore, type Variant } from "./attachment-store.server";
import { attachments } from "./tables.server";

/** What a page says of a file until it is decoded. */
export const STILL_WAITING = "This file is still being checked. It is shown in a moment.";

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
  /** Pixels. Null for a PDF, and until it is decoded. */
  width: number | null;
  height: number | null;
  /** Of a PDF that was decoded. */
  pageCount: number | null;
  state: "waiting" | "ready" | "failed";
  /** Why a failed one can't be read. */
  problem: string | null;
  createdAt: Date;
}

/** Converts a row of `attachments`. */
export function attachmentOf(row: typeof attachments.$inferSelect): Attachment {
  const { id, kind, name, digest, size, width, height, pageCount, state, problem, createdAt } = row;
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
    pageCount,
    state,
    problem,
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
 * @throws as `findAttachment`, 404 for a thumbnail that it doesn't have, and 409 for one that can't be read, or not yet
 */
export async function readAttachment(
  shop: string,
  administrator: Administrator,
  id: string,
  variant: Variant,
): Promise<{ name: string; contentType: ContentType; bytes: Buffer }> {
  const attachment = await withShop(shop, (tx) => findAttachment(tx, shop, administrator, id));
  if (attachment.state !== "ready") throw conflict(attachment.problem ?? STILL_WAITING);
  const isFile = variant === "file";
  if (!isFile && !attachment.hasThumbnail) throw notFound("This file has no thumbnail.");
  const bytes = await attachmentStore.read(shop, id, variant);
  return { name: attachment.name, contentType: isFile ? attachment.contentType : "image/jpeg", bytes };
}
