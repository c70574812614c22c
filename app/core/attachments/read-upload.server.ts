import { badRequest, Refusal } from "~/platform/errors";
import { AROUND_UPLOAD_MEGABYTES, type AttachmentKind, MEGABYTE } from "./attachment-kind";

/**
 * Reads the form of an upload, without buffering more than the kind's file and the form around it. A public page declares the kind
 * as its `upload` (`app/core/public-page.ts`).
 * @throws 413 for a body that is too large, 400 for one that isn't a form
 */
export async function readUploadForm(
  request: Request,
  { maxMegabytes }: Pick<AttachmentKind, "maxMegabytes">,
): Promise<FormData> {
  const maxBytes = (maxMegabytes + AROUND_UPLOAD_MEGABYTES) * MEGABYTE;
  let received = 0;
  const limited = request.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.length;
        if (received > maxBytes) controller.error(tooLarge(maxMegabytes));
        else controller.enqueue(chunk);
      },
    }),
  );
  const contentType = request.headers.get("content-type") ?? "";
  try {
    return await new Response(limited, { headers: { "content-type": contentType } }).formData();
  } catch {
    if (received > maxBytes) throw tooLarge(maxMegabytes);
    throw badRequest("The upload was incomplete. Try again.");
  }
}

const tooLarge = (megabytes: number): Refusal =>
  new Refusal(413, "PAYLOAD_TOO_LARGE", `This file is larger than ${megabytes} MB. Upload a smaller one.`);
