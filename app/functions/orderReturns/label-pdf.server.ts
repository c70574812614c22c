import bwipjs from "bwip-js/node";
import { degrees, PDFDocument } from "pdf-lib";
import { stagedUploadsCreate } from "~/connectors/shopify/operations/returns";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { untilDeadline } from "~/platform/deadline.server";
import { processImage } from "~/platform/images/process-image.server";
import { tracedFetch } from "~/platform/trace.server";

/** 4 × 6 inches in points. */
const [WIDTH, HEIGHT] = [288, 432];

/** A label as a page of 4 × 6 inches, upright. UPS's pictures lie on their side. */
export async function labelPdf(image: Buffer, title: string): Promise<Buffer> {
  const { width, height, files } = await processImage(image, [{ format: "png" }]);
  const [png = Buffer.alloc(0)] = files;
  const document = await PDFDocument.create();
  document.setTitle(title);
  const page = document.addPage([WIDTH, HEIGHT]);
  const picture = await document.embedPng(png);
  const isOnItsSide = width > height;
  const [long, short] = isOnItsSide ? [width, height] : [height, width];
  const scale = Math.min(HEIGHT / long, WIDTH / short);
  const size = { width: width * scale, height: height * scale };
  if (isOnItsSide) {
    page.setSize(HEIGHT, WIDTH);
    page.setRotation(degrees(90));
  }
  page.drawImage(picture, { x: 0, y: 0, ...size });
  return Buffer.from(await document.save());
}

/** A QR code of an address, as a data URL for an email. */
export async function qrCode(address: string): Promise<string> {
  const png = await bwipjs.toBuffer({
    bcid: "qrcode",
    text: address,
    scale: 4,
    padding: 8,
    backgroundcolor: "FFFFFF",
  });
  return `data:image/png;base64,${png.toString("base64")}`;
}

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
  const answer = await tracedFetch("Shopify upload of a label", target.url, {
    method: "POST",
    body: form,
    signal: untilDeadline(AbortSignal.timeout(UPLOAD_WITHIN_MS)),
  });
  if (!answer.ok) throw new Error(`The label could not be uploaded: HTTP ${answer.status}.`);
  return { resourceUrl: target.resourceUrl };
}
