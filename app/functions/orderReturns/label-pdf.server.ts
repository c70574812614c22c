import bwipjs from "bwip-js/node";
import { degrees, PDFDocument } from "pdf-lib";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { uploadFile } from "~/connectors/shopify/upload-file.server";
import { processImage } from "~/platform/images/process-image.server";

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

/** Uploads a label to Shopify, from where a parcel takes it over. @throws when the upload failed */
export const uploadLabel = (api: AdminApi, call: CallOptions, label: { name: string; bytes: Buffer }) =>
  uploadFile(api, call, { resource: "RETURN_LABEL", noun: "label", type: "application/pdf", ...label });
