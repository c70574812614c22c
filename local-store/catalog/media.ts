import type { Queryable, Store } from "../data/database.ts";
import { groupBy } from "../data/group-by.ts";
import type { MediaFileRow, ProductMediaRow } from "./rows.ts";

/** The media of products, by product and position. Products without media have no entry. */
export async function mediaOfProducts(
  db: Queryable,
  shop: string,
  productIds: readonly number[],
): Promise<Map<number, ProductMediaRow[]>> {
  const { rows } = await db.query<ProductMediaRow>(
    `SELECT f.*, m.product_id, m.position FROM product_media m JOIN media_files f ON f.shop = m.shop AND f.id = m.media_id
     WHERE m.shop = $1 AND m.product_id = ANY ($2) ORDER BY m.product_id, m.position, m.media_id`,
    [shop, productIds],
  );
  return groupBy(rows, (row) => row.product_id);
}

/** The files with these ids, unordered. */
export async function findFiles(
  db: Queryable,
  shop: string,
  ids: readonly number[],
): Promise<MediaFileRow[]> {
  const { rows } = await db.query<MediaFileRow>(
    "SELECT * FROM media_files WHERE shop = $1 AND id = ANY ($2)",
    [shop, ids],
  );
  return rows;
}

/** The processing status of a file at this time. */
export function fileStatus(store: Store, file: MediaFileRow): "UPLOADED" | "READY" | "FAILED" {
  if (store.clock.now() < file.ready_at.getTime()) return "UPLOADED";
  return file.error_code ? "FAILED" : "READY";
}

/** The URL of a file. Files of this store have a path as their source. */
export function fileUrl(store: Store, file: Pick<MediaFileRow, "source">): string {
  return file.source.startsWith("/") ? store.publicUrl + file.source : file.source;
}

/** The global id's type of a file. */
export function fileTypename(
  file: Pick<MediaFileRow, "type">,
): "MediaImage" | "Video" | "ExternalVideo" | "GenericFile" {
  return TYPENAMES[file.type];
}

const TYPENAMES = {
  IMAGE: "MediaImage",
  VIDEO: "Video",
  EXTERNAL_VIDEO: "ExternalVideo",
  FILE: "GenericFile",
} as const;
