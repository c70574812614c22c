import { degrees, PDFDocument } from "pdf-lib";
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
