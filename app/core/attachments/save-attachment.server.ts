import { createHash, randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Permission } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { type ImageOutput, processImage } from "~/platform/images/process-image.server";
import { type AttachmentKind, MEGABYTE } from "./attachment-kind";
import { attachmentStore, removedWhileStoring } from "./attachment-store.server";
import { isWholePdf } from "./check-pdf";
import { type ContentType, contentTypeOf, typeNameOf } from "./content-type";
import { needsPassword } from "./pdf-password.server";
import { type Attachment, attachmentOf } from "./read-attachment.server";
import { attachments } from "./tables.server";

/** A file to attach. */
export interface NewAttachment {
  /** The file name of the upload. */
  name: string;
  bytes: Buffer;
  /** What reading it requires, when it is narrower than for the others of its kind: the tabs that show its record. */
  permission?: Permission;
  /** The customer it is about. It is erased with them. */
  customerId?: number;
  email?: string;
}

/** In pixels. A longer edge adds nothing to what a person can read. */
const MAX_EDGE = 5_000;
const THUMBNAIL_EDGE = 400;
const MAX_NAME_LENGTH = 120;

/**
 * Checks a file and stores it. The type follows from the content. A picture is decoded and re-encoded, upright and without metadata,
 * so that nothing is stored with it. A PDF is stored as it is.
 * @param alsoIn runs in the transaction that makes it readable: write its id into the record that it belongs to there
 * @throws 400 for a file that is too large, isn't of the kind's types, or can't be read
 */
export async function saveAttachment(
  shop: string,
  kind: AttachmentKind,
  upload: NewAttachment,
  alsoIn?: (tx: ShopTransaction, attachment: Attachment) => Promise<void>,
): Promise<Attachment> {
  const contentType = checkFile(kind, upload.bytes);
  const { file, thumbnail, width, height } = await convert(contentType, upload.bytes);
  const id = randomUUID();
  await withShop(shop, (tx) =>
    tx.insert(attachments).values({
      shop,
      id,
      kind: kind.name,
      permission: JSON.stringify(upload.permission ?? kind.permission),
      name: plainName(upload.name),
      contentType,
      digest: digestOf(upload.bytes),
      size: file.length,
      thumbnailSize: thumbnail?.length,
      width,
      height,
      customerId: upload.customerId,
      email: upload.email?.toLowerCase(),
    }),
  );
  await attachmentStore.write(shop, id, "file", file);
  if (thumbnail) await attachmentStore.write(shop, id, "thumbnail", thumbnail);
  return withShop(shop, async (tx) => {
    const [row] = await tx
      .update(attachments)
      .set({ storedAt: new Date() })
      .where(and(eq(attachments.shop, shop), eq(attachments.id, id)))
      .returning();
    if (!row) throw removedWhileStoring();
    const attachment = attachmentOf(row);
    await alsoIn?.(tx, attachment);
    return attachment;
  });
}

/** The digest that an attachment with this upload has. */
export const digestOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

function checkFile({ types, maxMegabytes }: AttachmentKind, bytes: Buffer): ContentType {
  if (bytes.length === 0) throw badRequest("This file is empty. Choose another one.");
  if (bytes.length > maxMegabytes * MEGABYTE)
    throw badRequest(`This file is larger than ${maxMegabytes} MB. Upload a smaller one.`);
  const type = contentTypeOf(bytes);
  if (!type || !types.includes(type))
    throw badRequest(
      `This file can't be used. Upload a file of one of these types: ${types.map(typeNameOf).join(", ")}.`,
    );
  if (type === "application/pdf" && !isWholePdf(bytes))
    throw badRequest("This PDF is incomplete. Save it again, and upload it again.");
  if (type === "application/pdf" && needsPassword(bytes))
    throw badRequest("This PDF needs a password to be opened. Save it without one, and upload it again.");
  return type;
}

/** A GIF is stored as it is, because it would lose its other pictures. */
const FORMATS: Partial<Record<ContentType, ImageOutput["format"]>> = {
  "image/jpeg": "jpeg",
  "image/png": "png",
};

async function convert(type: ContentType, bytes: Buffer) {
  if (type === "application/pdf") return { file: bytes };
  const format = FORMATS[type];
  const thumbnailOutput: ImageOutput = { format: "jpeg", maxEdge: THUMBNAIL_EDGE };
  const outputs = format ? [thumbnailOutput, { format, maxEdge: MAX_EDGE }] : [thumbnailOutput];
  const { width, height, files } = await processImage(bytes, outputs);
  const [thumbnail, file = bytes] = files;
  return { file, thumbnail, width, height };
}

/** The name without folders and characters that a header or a file system could misread. */
const plainName = (name: string): string =>
  [...(name.split(/[\\/]/).at(-1) ?? "")]
    .filter((character) => /[\p{L}\p{N} ._()-]/u.test(character))
    .join("")
    .trim()
    .slice(-MAX_NAME_LENGTH) || "file";
