import { badRequest } from "~/platform/errors";
import { pictureSizeOf } from "~/platform/images/picture-size";
import { tooManyPixels, UNREADABLE_PICTURE } from "~/platform/images/process-image.server";
import { type AttachmentKind, MEGABYTE } from "./attachment-kind";
import { isWholePdf } from "./check-pdf";
import { type ContentType, contentTypeOf, typeNameOf } from "./content-type";
import { needsPassword } from "./pdf-password.server";

/**
 * Checks what can be known of a file without decoding it: its size, its type by its content, the pixels that its header announces, and
 * whether a PDF is whole and opens without a password.
 * @throws 400 with what is wrong and what to do
 */
export function checkUpload({ types, maxMegabytes }: AttachmentKind, bytes: Buffer): ContentType {
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
