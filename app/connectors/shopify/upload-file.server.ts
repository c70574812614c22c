import { untilDeadline } from "~/platform/deadline.server";
import { tracedFetch } from "~/platform/trace.server";
import { stagedUploadsCreate } from "./operations/returns";
import type { AdminApi, CallOptions } from "./port";

const UPLOAD_WITHIN_MS = 20_000;

interface FileToUpload {
  /** What Shopify makes of it. */
  resource: "RETURN_LABEL" | "IMAGE";
  /** What it is, in errors. */
  noun: string;
  name: string;
  /** Its MIME type. */
  type: string;
  bytes: Buffer;
}

/**
 * Uploads a file to a place that Shopify offers, from where another mutation takes it over. Shopify deletes what none takes over, so
 * that another upload does no harm.
 * @returns the address for that mutation's input, or Shopify's user errors
 * @throws when the upload failed
 */
export async function uploadFile(
  api: AdminApi,
  call: CallOptions,
  { resource, noun, name, type, bytes }: FileToUpload,
): Promise<{ resourceUrl: string } | { userErrors: { message: string }[] }> {
  const input = {
    resource,
    filename: name,
    mimeType: type,
    httpMethod: "POST",
    fileSize: String(bytes.length),
  } as const;
  const { stagedUploadsCreate: staged } = await api.run(stagedUploadsCreate, { input: [input] }, call);
  if (staged?.userErrors.length) return { userErrors: staged.userErrors };
  const [target] = staged?.stagedTargets ?? [];
  if (!target?.url || !target.resourceUrl) throw new Error(`Shopify offered no place for the ${noun}.`);
  const form = new FormData();
  for (const parameter of target.parameters) form.set(parameter.name, parameter.value);
  form.set("file", new Blob([Uint8Array.from(bytes)], { type }), name);
  const answer = await tracedFetch(`Shopify upload of a ${noun}`, target.url, {
    method: "POST",
    body: form,
    signal: untilDeadline(AbortSignal.timeout(UPLOAD_WITHIN_MS)),
  });
  if (!answer.ok) throw new Error(`The ${noun} could not be uploaded: HTTP ${answer.status}.`);
  return { resourceUrl: target.resourceUrl };
}
