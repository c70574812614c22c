import { PDFDocument, StandardFonts } from "pdf-lib";
import sharp from "sharp";
import type { RandomSource } from "../../../local-store/demo/random-source.ts";
import { letterPath } from "./letters.ts";
import { layoutOf, linesOf, type Receipt } from "./receipt.ts";

/** How a photo of a receipt was taken. */
export interface Shot {
  /** In degrees: askew, or a quarter turn. */
  turn: number;
  /** The share of each edge that is cut off. */
  crop: number;
  /** The desk below it. */
  desk: string;
  /** In pixels. */
  blur: number;
  quality: number;
}

const WIDTH = 520;
const LINE = 27;
const SIZE = 21;
const MARGIN = 26;
const DESKS = ["#7c5a3c", "#5d6166", "#8d8577", "#3f4a4f", "#a58a66"] as const;

/** A photo as people take them. */
export const usualShot = (random: RandomSource): Shot => ({
  turn: (random.below(60) - 30) / 10 + (random.chance(0.06) ? 90 : 0),
  crop: random.chance(0.15) ? 0.03 + random.below(4) / 100 : 0,
  desk: random.pick(DESKS),
  blur: random.chance(0.15) ? 1 : 0,
  quality: 62 + random.below(25),
});

/** Draws a receipt as a JPEG: on a desk, a little askew, with a shadow. */
export async function drawPhoto(
  receipt: Receipt,
  { turn, crop, desk, blur, quality }: Shot,
): Promise<Buffer> {
  const svg = paperOf(receipt);
  const paper = await sharp(Buffer.from(svg)).png().toBuffer();
  const turned = await sharp(paper)
    .rotate(turn, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer({ resolveWithObject: true });
  const [deskWidth, deskHeight] = [turned.info.width + 90, turned.info.height + 90];
  const shadow = `<svg xmlns="http://www.w3.org/2000/svg" width="${deskWidth}" height="${deskHeight}">
    <defs><linearGradient id="light" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${desk}"/><stop offset="1" stop-color="#2b2522"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="${desk}"/><rect width="100%" height="100%" fill="url(#light)" opacity="0.35"/>
    ${Array.from({ length: 12 }, (_, index) => `<rect y="${(index * deskHeight) / 12}" width="100%" height="2" fill="#000" opacity="0.08"/>`).join("")}</svg>`;
  const photo = sharp(Buffer.from(shadow)).composite([{ input: turned.data, left: 45, top: 45 }]);
  const flat = await photo.removeAlpha().png().toBuffer();
  const cut = { left: Math.round(deskWidth * crop), top: Math.round(deskHeight * crop) };
  const taken = sharp(flat).extract({
    ...cut,
    width: deskWidth - 2 * cut.left,
    height: deskHeight - 2 * cut.top,
  });
  if (blur > 0) taken.blur(blur);
  return taken.jpeg({ quality }).toBuffer();
}

function paperOf(receipt: Receipt): string {
  const lines = linesOf(receipt);
  const height = MARGIN * 2 + (lines.length + 3) * LINE;
  const texts = lines.map(({ left, right, isBold, isCentered }, index) => {
    const y = MARGIN + (index + 1) * LINE;
    const size = index === 0 ? 30 : isBold ? 25 : SIZE;
    if (isCentered)
      return letterPath(left, WIDTH / 2, y, {
        size: index === 0 ? fitting(left) : size,
        isBold,
        anchor: "middle",
      });
    return (
      letterPath(left, MARGIN, y, { size, isBold }) +
      (right ? letterPath(right, WIDTH - MARGIN, y, { size, isBold, anchor: "end" }) : "")
    );
  });
  const bars = [...receipt.number].flatMap((letter, index) => {
    const code = letter.codePointAt(0) ?? 0;
    return [0, 1, 2].map(
      (bar) =>
        `<rect x="${90 + index * 34 + bar * 11}" y="${height - 66}" width="${2 + ((code >> bar) % 5)}" height="44"/>`,
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">
    <rect width="${WIDTH}" height="${height}" fill="${layoutOf(receipt.retailer).paper}"/>
    <g fill="#26262b">${texts.join("")}${bars.slice(0, 30).join("")}</g></svg>`;
}

/** The size at which a retailer's name fits. */
const fitting = (name: string): number =>
  Math.min(30, Math.floor((WIDTH - 2 * MARGIN) / (name.length * 0.62)));

/** Makes a receipt as a PDF, as a web shop sends it. Its texts can be selected. */
export async function makePdf(receipt: Receipt): Promise<Buffer> {
  const document = await PDFDocument.create();
  // Without the time of its creation, so that it has the same bytes each time.
  const day = new Date(`${receipt.day}T12:00:00Z`);
  document.setCreationDate(day);
  document.setModificationDate(day);
  document.setTitle(`Receipt ${receipt.number}`);
  const [plain, bold] = [
    await document.embedFont(StandardFonts.Courier),
    await document.embedFont(StandardFonts.CourierBold),
  ];
  const lines = linesOf(receipt);
  const [width, height] = [330, 70 + lines.length * 18];
  const page = document.addPage([width, height]);
  for (const [index, { left, right, isBold, isCentered }] of lines.entries()) {
    const font = isBold ? bold : plain;
    const y = height - 40 - index * 18;
    const size = Math.min(11, (width - 40) / (left.length * 0.6));
    page.drawText(left, {
      x: isCentered ? (width - font.widthOfTextAtSize(left, size)) / 2 : 20,
      y,
      size,
      font,
    });
    if (right) page.drawText(right, { x: width - 20 - font.widthOfTextAtSize(right, size), y, size, font });
  }
  return Buffer.from(await document.save());
}
