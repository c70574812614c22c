import { createHash, randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Permission } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest } from "~/platform/errors";
import { pictureSizeOf, tooManyPixels, UNREADABLE_PICTURE } from "~/platform/images/process-image.server";
import { requestTask } from "~/platform/jobs/task.server";
import {
  type AttachmentDefinition,
  type ContentType,
  contentTypeOf,
  isWholePdf,
  MEGABYTE,
  typeNameOf,
} from "./attachment-definition";
import { attachmentStore, removedWhileStoring } from "./attachment-store.server";
import { needsPassword } from "./pdf-password.server";
import { type Attachment, attachmentOf } from "./read-attachment.server";
import { attachments } from "./tables.server";

/**
 * Checks what can be known of a file without decoding it: its size, its type by its content, the pixels that its header announces, and
 * whether a PDF is whole and opens without a password.
 * @throws 400 with what is wrong and what to do
 */
export function checkUpload({ types, maxMegabytes }: AttachmentDefinition, bytes: Buffer): ContentType {
  if (bytes.length === 0) throw badRequest("This file is empty. Choose another one.");
  if (bytes.length > maxMegabytes * MEGABYTE)
    throw badRequest(`This file is larger than ${maxMegabytes} MB. Upload a smaller one.`);
  const type = contentTypeOf(bytes);
  if (!type || !types.includes(type))
    throw badRequest(
      `This file can't be used. Upload a file of one of these types: ${types.map(typeNameOf).join(", ")}.`,
    );
  if (type === "application/pdf") checkPdf(bytes);
  else checkPicture(bytes);
  return type;
}

function checkPdf(bytes: Buffer): void {
  if (!isWholePdf(bytes)) throw badRequest("This PDF is incomplete. Save it again, and upload it again.");
  if (needsPassword(bytes))
    throw badRequest("This PDF needs a password to be opened. Save it without one, and upload it again.");
}

function checkPicture(bytes: Buffer): void {
  const size = pictureSizeOf(bytes);
  if (!size || size.width === 0 || size.height === 0) throw badRequest(UNREADABLE_PICTURE);
  const problem = tooManyPixels(size);
  if (problem) throw badRequest(problem);
}

/** A file to attach. */
export interface NewAttachment {
  /** The file name of the upload. */
  name: string;
  bytes: Buffer;
  /** What reading it requires, when it is narrower than for the others of its definition: the tabs that show its record. */
  permission?: Permission;
  /** The customer it is about. It is erased with them. */
  customerId?: number;
  email?: string;
  /** Whose upload it is, such as the address of a visitor: each gets a fair share of the decoding. Only a hash of it is stored. */
  sender?: string;
  /** Aborted when the person has hung up: then nothing is stored. */
  signal?: AbortSignal;
}

const MAX_NAME_LENGTH = 120;

/** The name of the task that decodes uploads. */
export const DECODE_UPLOADS = { name: "attachments.decode" };

/**
 * Checks a file and stores it. The type follows from the content. A file that a person uploads is decoded by a task, and waits until then:
 * decoding is expensive, so a request never does it.
 * @param alsoIn runs in the transaction that completes it: write its id into the record that it belongs to there
 * @throws 400 for a file that is too large, isn't of the kind's types, or can't be what it says
 */
export async function saveAttachment(
  shop: string,
  definition: AttachmentDefinition,
  upload: NewAttachment,
  alsoIn?: (tx: ShopTransaction, attachment: Attachment) => Promise<void>,
): Promise<Attachment> {
  const { bytes, signal } = upload;
  const contentType = checkUpload(definition, bytes);
  const isWaiting = definition.origin === "people";
  const id = randomUUID();
  refuseAborted(signal);
  await withShop(shop, (tx) =>
    tx.insert(attachments).values({
      shop,
      id,
      kind: definition.name,
      permission: JSON.stringify(upload.permission ?? definition.permission),
      name: plainName(upload.name),
      contentType,
      digest: digestOf(bytes),
      size: bytes.length,
      state: isWaiting ? "waiting" : "ready",
      task: definition.task,
      sender: upload.sender && digestOf(Buffer.from(`${shop} ${upload.sender}`)),
      customerId: upload.customerId,
      email: upload.email?.toLowerCase(),
    }),
  );
  await attachmentStore.write(shop, id, isWaiting ? "upload" : "file", bytes);
  // Its row and its bytes are removed as an interrupted upload.
  refuseAborted(signal);
  return withShop(shop, async (tx) => {
    const [row] = await tx
      .update(attachments)
      .set({ storedAt: new Date() })
      .where(and(eq(attachments.shop, shop), eq(attachments.id, id)))
      .returning();
    if (!row) throw removedWhileStoring();
    const attachment = attachmentOf(row);
    await alsoIn?.(tx, attachment);
    if (isWaiting) await requestTask(DECODE_UPLOADS, shop, { tx });
    return attachment;
  });
}

/** The digest that an attachment with this upload has. */
export const digestOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw badRequest("The upload was canceled.");
}

/** The name without folders and characters that a header or a file system could misread. */
const plainName = (name: string): string =>
  [...(name.split(/[\\/]/).at(-1) ?? "")]
    .filter((character) => /[\p{L}\p{N} ._()-]/u.test(character))
    .join("")
    .trim()
    .slice(-MAX_NAME_LENGTH) || "file";
