import { stagedUploadsCreate } from "~/connectors/shopify/operations/returns";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { untilDeadline } from "~/platform/deadline.server";

const UPLOAD_WITHIN_MS = 20_000;

/**
 * Uploads a label to Shopify, from where a parcel takes it over. Another upload does no harm.
 * @returns the address for the parcel's input, or Shopify's user errors
 * @throws when the upload failed
 */
export async function uploadLabel(
  api: AdminApi,
  call: CallOptions,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<{ resourceUrl: string } | { userErrors: { message: string }[] }> {
  const input = {
    resource: "RETURN_LABEL",
    filename: name,
    mimeType: "application/pdf",
    httpMethod: "POST",
    fileSize: String(bytes.length),
  } as const;
  const { stagedUploadsCreate: staged } = await api.run(stagedUploadsCreate, { input: [input] }, call);
  if (staged?.userErrors.length) return { userErrors: staged.userErrors };
  const [target] = staged?.stagedTargets ?? [];
  if (!target?.url || !target.resourceUrl) throw new Error("Shopify offered no place for the label.");
  const form = new FormData();
  for (const parameter of target.parameters) form.set(parameter.name, parameter.value);
  form.set("file", new Blob([Uint8Array.from(bytes)], { type: "application/pdf" }), name);
  const answer = await fetch(target.url, {
    method: "POST",
    body: form,
    signal: untilDeadline(AbortSignal.timeout(UPLOAD_WITHIN_MS)),
  });
  if (!answer.ok) throw new Error(`The label could not be uploaded: HTTP ${answer.status}.`);
  return { resourceUrl: target.resourceUrl };
}
