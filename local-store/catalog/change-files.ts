import { randomUUID } from "node:crypto";
import type pg from "pg";
import { findUploadByPath } from "../bulk/file-routes.ts";
import { type Store, transaction } from "../data/database.ts";
import { shopifyNow } from "../data/instants.ts";
import type { UserError } from "../data/rows.ts";
import { keepFileFromSearch } from "../data/search-lag.ts";
import { touchProduct } from "./change-product.ts";
import { fileStatus, findFiles } from "./media.ts";
import type { MediaFileRow } from "./rows.ts";

/** A file to create. Without a type, the source's name determines it. */
export interface NewFile {
  source: string;
  alt: string;
  type: MediaFileRow["type"] | null;
  filename: string | null;
  /** Refuses a filename that is in use, instead of making it unique. */
  uniqueFilename: boolean;
}

/** The changes of a file. Missing fields don't change. References are products. */
export interface FileEdit {
  id: number;
  /** The id as the client sent it, for errors. */
  globalId: string;
  alt?: string;
  source?: string;
  addToProducts: number[];
  removeFromProducts: number[];
}

/** The result of a call: the files in order, or user errors and no change. */
export interface FilesChange {
  files: MediaFileRow[];
  userErrors: UserError[];
}

const MAX_FILES = 250;
const MAX_ALT_LENGTH = 512;
const MAX_MEDIA_PER_PRODUCT = 250;
/** How long the store processes a file. */
const PROCESSING_MS = 1_000;

/**
 * Creates files. They are processed for a second and then ready, or failed if nothing was uploaded to their staged upload. Files with
 * an external URL keep it: the local store downloads nothing.
 */
export async function createFiles(
  store: Store,
  shop: string,
  files: readonly NewFile[],
): Promise<FilesChange> {
  if (files.length > MAX_FILES)
    return refuseAll([], `Exceeded the limit of ${MAX_FILES} files per call.`, "INVALID");
  const userErrors = files.flatMap((file, index) => [
    ...altErrors(file.alt, index),
    ...sourceErrors(file.source, file.type, index),
  ]);
  if (userErrors.length > 0) return { files: [], userErrors };
  return transaction(store, async (client) => {
    const created: MediaFileRow[] = [];
    for (const [index, file] of files.entries()) {
      const filename = file.filename || filenameOf(file.source);
      const used = await client.query("SELECT FROM media_files WHERE shop = $1 AND filename = $2", [
        shop,
        filename,
      ]);
      if (used.rowCount && file.uniqueFilename) {
        const message = "The provided filename already exists.";
        userErrors.push(refusal(index, "filename", message, "FILENAME_ALREADY_EXISTS"));
        continue;
      }
      const name = used.rowCount ? withSuffix(filename) : filename;
      created.push(await insertFile(client, store, shop, file, name));
    }
    return { files: created, userErrors };
  });
}

/**
 * Changes texts, contents, and products of files, all or none, and queues `products/update` for each product whose media changed. Removing a file
 * from a product also clears it as the picture of the product's variants.
 */
export async function updateFiles(
  store: Store,
  shop: string,
  edits: readonly FileEdit[],
): Promise<FilesChange> {
  return transaction(store, async (client) => {
    const found = new Map(
      (
        await findFiles(
          client,
          shop,
          edits.map(({ id }) => id),
        )
      ).map((file) => [file.id, file]),
    );
    const missing = edits.filter(({ id }) => !found.has(id)).map(({ globalId }) => `"${globalId}"`);
    if (missing.length > 0)
      return refuseAll(["files"], `File id [${missing.join(", ")}] does not exist.`, "FILE_DOES_NOT_EXIST");
    if ([...found.values()].some((file) => fileStatus(store, file) !== "READY"))
      return refuseAll(["files"], "Non-ready files cannot be updated.", "NON_READY_STATE");
    const userErrors: UserError[] = [];
    for (const [index, edit] of edits.entries())
      userErrors.push(...(await editErrors(client, shop, edit, found.get(edit.id) as MediaFileRow, index)));
    if (userErrors.length > 0) return { files: [], userErrors };
    const products = new Set<number>();
    for (const edit of edits)
      for (const id of await applyEdit(client, store, found.get(edit.id) as MediaFileRow, edit))
        products.add(id);
    // A fixed order prevents deadlocks.
    for (const id of [...products].sort((a, b) => a - b)) await touchProduct(client, store, shop, id);
    const after = await findFiles(client, shop, [...found.keys()]);
    return {
      files: edits.map(({ id }) => after.find((file) => file.id === id) as MediaFileRow),
      userErrors: [],
    };
  });
}

async function insertFile(
  client: pg.PoolClient,
  store: Store,
  shop: string,
  file: NewFile,
  filename: string,
): Promise<MediaFileRow> {
  const type = file.type ?? typeOf(file.source);
  const { source, mimeType, size, errorCode } = await contentOf(store, shop, file.source, type);
  const now = shopifyNow(store);
  const { rows } = await client.query<MediaFileRow>(
    `INSERT INTO media_files (shop, type, filename, alt, source, mime_type, size, error_code, ready_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING *`,
    [
      shop,
      type,
      filename,
      file.alt,
      source,
      mimeType,
      size,
      errorCode,
      new Date(store.clock.now() + store.delayMs(PROCESSING_MS)),
      now,
    ],
  );
  const created = rows[0] as MediaFileRow;
  await keepFileFromSearch(client, store, shop, created.id);
  return created;
}

/** The content of a staged upload, or the external URL. */
async function contentOf(store: Store, shop: string, source: string, type: MediaFileRow["type"]) {
  const staged = stagedPath(source);
  if (!staged) return { source, mimeType: null, size: null, errorCode: null };
  const upload = await findUploadByPath(store, shop, staged);
  if (!upload) {
    const errorCode = type === "IMAGE" ? "IMAGE_DOWNLOAD_FAILURE" : "GENERIC_FILE_DOWNLOAD_FAILURE";
    return { source, mimeType: null, size: null, errorCode };
  }
  return {
    source: `/cdn/files/${upload.secret}/${encodeURIComponent(upload.filename)}`,
    mimeType: upload.mime_type,
    size: upload.size,
    errorCode: null,
  };
}

function stagedPath(source: string): string | null {
  return /\/uploads\/(tmp\/[0-9a-f]{48}\/.+)$/.exec(source)?.[1] ?? null;
}

async function editErrors(
  client: pg.PoolClient,
  shop: string,
  edit: FileEdit,
  file: MediaFileRow,
  index: number,
): Promise<UserError[]> {
  const errors = [
    ...altErrors(edit.alt ?? "", index),
    ...(edit.source === undefined ? [] : sourceErrors(edit.source, file.type, index)),
  ];
  for (const [field, ids] of [
    ["referencesToAdd", edit.addToProducts],
    ["referencesToRemove", edit.removeFromProducts],
  ] as const) {
    if (ids.length === 0) continue;
    if (file.type === "FILE") {
      const message = "The file type is not supported for referencing.";
      errors.push(refusal(index, field, message, "UNSUPPORTED_FILE_REFERENCE"));
      continue;
    }
    const { rows } = await client.query<{ id: number; media: number }>(
      `SELECT id, (SELECT count(*) FROM product_media m WHERE m.shop = p.shop AND m.product_id = p.id) AS media
       FROM products p WHERE shop = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE`,
      [shop, ids],
    );
    if (rows.length < new Set(ids).size)
      errors.push(
        refusal(index, field, "The target resource does not exist.", "REFERENCE_TARGET_DOES_NOT_EXIST"),
      );
    if (field === "referencesToAdd" && rows.some(({ media }) => media >= MAX_MEDIA_PER_PRODUCT))
      errors.push(
        refusal(index, field, "Exceeded the limit of media per product.", "PRODUCT_MEDIA_LIMIT_EXCEEDED"),
      );
  }
  return errors;
}

/** Applies an edit and returns the ids of the products whose media changed. */
async function applyEdit(
  client: pg.PoolClient,
  store: Store,
  file: MediaFileRow,
  edit: FileEdit,
): Promise<number[]> {
  const { shop, id } = file;
  const content = edit.source === undefined ? null : await contentOf(store, shop, edit.source, file.type);
  const alt = edit.alt ?? file.alt;
  const isChanged = alt !== file.alt || content !== null;
  const products = new Set<number>();
  if (isChanged) {
    await client.query(
      `UPDATE media_files SET alt = $3, source = $4, mime_type = coalesce($5, mime_type), size = coalesce($6, size), updated_at = $7
       WHERE shop = $1 AND id = $2`,
      [
        shop,
        id,
        alt,
        content?.source ?? file.source,
        content?.mimeType ?? null,
        content?.size ?? null,
        shopifyNow(store),
      ],
    );
    const { rows } = await client.query<{ product_id: number }>(
      "SELECT product_id FROM product_media WHERE shop = $1 AND media_id = $2",
      [shop, id],
    );
    for (const row of rows) products.add(row.product_id);
  }
  for (const productId of edit.removeFromProducts)
    if (await detachFile(client, shop, productId, id)) products.add(productId);
  for (const productId of edit.addToProducts)
    if (await attachFile(client, shop, productId, id)) products.add(productId);
  return [...products];
}

/** Adds a file as the last of a product's media. Returns whether it wasn't there. */
export async function attachFile(
  client: pg.PoolClient,
  shop: string,
  productId: number,
  fileId: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO product_media (shop, product_id, media_id, position)
     SELECT $1::text, $2::bigint, $3::bigint, coalesce(max(position), 0) + 1 FROM product_media WHERE shop = $1 AND product_id = $2
     ON CONFLICT DO NOTHING`,
    [shop, productId, fileId],
  );
  return rowCount === 1;
}

/** Removes a file from a product's media and clears it as the picture of its variants. Returns whether it was there. */
export async function detachFile(
  client: pg.PoolClient,
  shop: string,
  productId: number,
  fileId: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    "DELETE FROM product_media WHERE shop = $1 AND product_id = $2 AND media_id = $3",
    [shop, productId, fileId],
  );
  if (rowCount === 0) return false;
  await client.query(
    "UPDATE variants SET media_id = NULL WHERE shop = $1 AND product_id = $2 AND media_id = $3",
    [shop, productId, fileId],
  );
  await client.query(
    `UPDATE product_media m SET position = n.position FROM (
       SELECT media_id, row_number() OVER (ORDER BY position, media_id) AS position
       FROM product_media WHERE shop = $1 AND product_id = $2) n
     WHERE m.shop = $1 AND m.product_id = $2 AND m.media_id = n.media_id`,
    [shop, productId],
  );
  return true;
}

/** Adds an image with an external URL, which is ready immediately. Returns its id. */
export async function insertImage(
  client: pg.PoolClient,
  store: Store,
  shop: string,
  image: { source: string; alt: string },
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO media_files (shop, type, filename, alt, source, ready_at, created_at, updated_at)
     VALUES ($1, 'IMAGE', $2, $3, $4, $5, $5, $5) RETURNING id`,
    [shop, filenameOf(image.source), image.alt, image.source, shopifyNow(store)],
  );
  return (rows[0] as { id: number }).id;
}

function altErrors(alt: string, index: number): UserError[] {
  if (alt.length <= MAX_ALT_LENGTH) return [];
  const message = `The alt value exceeds the maximum limit of ${MAX_ALT_LENGTH} characters.`;
  return [refusal(index, "alt", message, "ALT_VALUE_LIMIT_EXCEEDED")];
}

function sourceErrors(source: string, type: MediaFileRow["type"] | null, index: number): UserError[] {
  const isUrl = URL.canParse(source) && /^https?:$/.test(new URL(source).protocol);
  if (!isUrl) {
    return type === "IMAGE"
      ? [refusal(index, "originalSource", "Image URL is invalid", "INVALID_IMAGE_SOURCE_URL")]
      : [refusal(index, "originalSource", "File URL is invalid", "INVALID")];
  }
  if ((type ?? typeOf(source)) === "VIDEO" && !stagedPath(source))
    return [refusal(index, "originalSource", "Videos require a staged upload URL.", "INVALID")];
  return [];
}

function refusal(index: number, field: string, message: string, code: string): UserError {
  return { field: ["files", String(index), field], message, code };
}

function refuseAll(field: string[], message: string, code: string): FilesChange {
  return { files: [], userErrors: [{ field, message, code }] };
}

/** Shopify's guess of the type from the address. */
function typeOf(source: string): MediaFileRow["type"] {
  if (/^https?:\/\/([\w.]+\.)?(youtube\.com|youtu\.be|vimeo\.com)\//i.test(source)) return "EXTERNAL_VIDEO";
  const name = filenameOf(source).toLowerCase();
  if (/\.(avif|gif|heic|jpe?g|png|svg|webp)$/.test(name)) return "IMAGE";
  return /\.(mov|mp4)$/.test(name) ? "VIDEO" : "FILE";
}

/** The file's name in an address: its last path segment. */
function filenameOf(source: string): string {
  const path = URL.canParse(source) ? new URL(source).pathname : source;
  const last = path.slice(path.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(last) || "file";
  } catch {
    return last;
  }
}

function withSuffix(filename: string): string {
  const dot = filename.lastIndexOf(".");
  const [name, extension] = dot > 0 ? [filename.slice(0, dot), filename.slice(dot)] : [filename, ""];
  return `${name}_${randomUUID()}${extension}`;
}
