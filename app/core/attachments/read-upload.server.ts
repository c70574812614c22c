import { badRequest, Refusal } from "~/platform/errors";
import { AROUND_UPLOAD_MEGABYTES, type AttachmentDefinition, MEGABYTE } from "./attachment-definition";

/** The form of an upload. */
export interface Upload {
  form: FormData;
  /** Undefined when none was chosen, or when it is too large. */
  file?: { name: string; bytes: Buffer };
  /** Why the file can't be taken. The form can be shown again with its texts. */
  problem?: string;
}

/**
 * Reads the form of an upload with one file. The rest of a file that is too large is received and discarded, so that a visitor gets the
 * form back with what they typed: put the file after all other fields of the form. A public page declares the definition as its `upload`
 * (`app/core/public-page.ts`).
 * @param field the name of the file's field
 * @throws 400 for a body that isn't a form
 */
export async function readUpload(
  request: Request,
  { maxMegabytes }: Pick<AttachmentDefinition, "maxMegabytes">,
  field: string,
): Promise<Upload> {
  const { form, isCut } = await readForm(request, (maxMegabytes + AROUND_UPLOAD_MEGABYTES) * MEGABYTE);
  const file = form.get(field);
  form.delete(field);
  if (isCut || (file instanceof File && file.size > maxMegabytes * MEGABYTE))
    return { form, problem: `This file is larger than ${maxMegabytes} MB. Upload a smaller one.` };
  if (!(file instanceof File) || file.size === 0) return { form };
  return { form, file: { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) } };
}

async function readForm(request: Request, maxBytes: number): Promise<{ form: FormData; isCut: boolean }> {
  const contentType = request.headers.get("content-type") ?? "";
  const boundary = /boundary="?([^";]+)/i.exec(contentType)?.[1];
  const chunks: Uint8Array[] = [];
  let [received, isCut] = [0, false];
  try {
    for await (const chunk of request.body ?? []) {
      if (!isCut) chunks.push(chunk.subarray(0, maxBytes - received));
      received += chunk.length;
      isCut ||= received > maxBytes;
    }
    // The cut is inside the file, because the texts before it are much smaller than the limit.
    if (isCut && boundary) chunks.push(Buffer.from(`\r\n--${boundary}--\r\n`));
    const response = new Response(Buffer.concat(chunks), { headers: { "content-type": contentType } });
    return { form: await response.formData(), isCut };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw badRequest("The upload was incomplete. Try again.");
  }
}
