import { and, desc, eq, gt, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { type Administrator, mayUse, type Permission } from "../auth/permission";
import { type ShopTransaction, withShop } from "../db/with-shop.server";
import { forbidden, notFound } from "../errors";
import { fileParts, files } from "./tables.server";

/** A file that is finished and hasn't expired. */
export interface StoredFile {
  id: string;
  name: string;
  contentType: string;
  permission: Permission;
  madeBy: { id: string; name: string };
  /** Everyone with the permission can read it. */
  isShared: boolean;
  jobId: string | null;
  /** Bytes. */
  size: number;
  parts: number;
  expiresAt: Date;
}

/** Converts a row of `files`. */
export function storedFileOf(row: typeof files.$inferSelect): StoredFile {
  const { id, name, contentType, isShared, jobId, size, parts, expiresAt } = row;
  const permission = JSON.parse(row.permission) as Permission;
  const madeBy = { id: row.madeById, name: row.madeByName };
  return { id, name, contentType, permission, madeBy, isShared, jobId, size, parts, expiresAt };
}

const readable = () => and(isNotNull(files.finishedAt), gt(files.expiresAt, new Date()));

/** @throws 404 for a file that the shop does not have, that is not finished, or that has expired */
export async function findFile(tx: ShopTransaction, shop: string, id: string): Promise<StoredFile> {
  const [row] = await tx
    .select()
    .from(files)
    .where(and(eq(files.shop, shop), eq(files.id, id), readable()));
  if (!row) throw notFound("This file no longer exists. Files are kept for a few days. Create it again.");
  return storedFileOf(row);
}

/**
 * Checks access to a file: only the person who created it and the account owner, while they have its flag. A shared file can be
 * read by everyone with its flag.
 * @throws 403 for anyone else
 */
export function assertMayRead(administrator: Administrator, file: StoredFile): void {
  if (!mayUse(administrator, file.permission)) throw forbidden();
  if (!file.isShared && !administrator.isOwner && administrator.id !== file.madeBy.id)
    throw forbidden(`This file is for ${file.madeBy.name}, who created it. Create your own.`);
}

/** @throws 404 when the file doesn't have this part */
export async function readPart(
  tx: ShopTransaction,
  shop: string,
  fileId: string,
  position: number,
): Promise<Buffer> {
  const [part] = await tx
    .select({ bytes: fileParts.bytes })
    .from(fileParts)
    .where(and(eq(fileParts.shop, shop), eq(fileParts.fileId, fileId), eq(fileParts.position, position)));
  if (!part) throw notFound("The file has no such part.");
  return part.bytes;
}

/**
 * Streams a file, with one part in memory at a time. For background work: it doesn't check access.
 * @throws 404 for a file that the shop doesn't have
 */
export async function readFile(
  shop: string,
  id: string,
): Promise<StoredFile & { bytes: AsyncIterable<Buffer> }> {
  const file = await withShop(shop, (tx) => findFile(tx, shop, id));
  async function* bytes() {
    for (let position = 0; position < file.parts; position += 1)
      yield await withShop(shop, (tx) => readPart(tx, shop, id, position));
  }
  return { ...file, bytes: bytes() };
}

/** SQL for the newest file of a job as it is offered. Null without one. */
export const fileOfJob = (shop: SQL, jobId: SQL): SQL =>
  sql`(SELECT json_build_object('id', file.id, 'name', file.name, 'contentType', file.content_type, 'size', file.size,
              'parts', file.parts, 'expiresAt', file.expires_at)
         FROM ${files} AS file WHERE file.shop = ${shop} AND file.job_id = ${jobId} AND file.finished_at IS NOT NULL
          AND file.expires_at > now() ORDER BY file.finished_at DESC LIMIT 1)`;

/** The newest file of each job that has one. */
export async function filesOfJobs(
  tx: ShopTransaction,
  shop: string,
  jobIds: readonly string[],
): Promise<Map<string, StoredFile>> {
  if (jobIds.length === 0) return new Map();
  const rows = await tx
    .selectDistinctOn([files.jobId])
    .from(files)
    .where(and(eq(files.shop, shop), inArray(files.jobId, [...jobIds]), readable()))
    .orderBy(files.jobId, desc(files.finishedAt));
  return new Map(rows.map((row) => [row.jobId ?? "", storedFileOf(row)]));
}
