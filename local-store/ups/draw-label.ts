import bwipjs from "bwip-js/node";
import sharp from "sharp";

interface Party {
  Name: string;
  Address: { AddressLine: string | string[]; City: string; StateProvinceCode?: string; PostalCode?: string };
}

/** As much of a shipment as its label shows. */
export interface LabelShipment {
  Shipper: { ShipperNumber: string };
  ShipFrom: Party;
  ShipTo: Party;
  Package: { PackageWeight: { Weight: string }; ReferenceNumber?: { Value: string }[] }[];
}

/** 4 × 6 inches at 203 dots per inch. */
const [WIDTH, HEIGHT] = [812, 1218];

/**
 * Draws a shipping label as a GIF. The texts are drawn as shapes, because a machine may have no fonts.
 */
export async function drawLabel(trackingNumber: string, shipment: LabelShipment): Promise<Buffer> {
  const { ShipFrom, ShipTo, Package } = shipment;
  const [{ PackageWeight, ReferenceNumber = [] } = { PackageWeight: { Weight: "" } }] = Package;
  const parts = [
    ...linesOf(ShipFrom).map((text, index) => write(text, 30, 50 + index * 30, 22)),
    write(`${PackageWeight.Weight} LBS  1 OF 1`, 500, 50, 26),
    write("RS", 700, 130, 70),
    write("SHIP TO:", 30, 220, 26),
    ...linesOf(ShipTo).map((text, index) => write(text, 80, 265 + index * 40, 32)),
    rule(450),
    place(bwipjs.toSVG({ bcid: "maxicode", text: `[)>RS01GS96${trackingNumber}` }), 40, 475, 240, 240),
    write("UPS GROUND", 320, 530, 44),
    write(`TRACKING #: ${spaced(trackingNumber)}`, 320, 600, 19),
    rule(740),
    place(bwipjs.toSVG({ bcid: "code128", text: trackingNumber, height: 20 }), 60, 770, 690, 230),
    rule(1030),
    write("BILLING: P/P  RETURN SERVICE", 30, 1080, 24),
    ...ReferenceNumber.map(({ Value }, index) => write(`REF: ${Value}`, 30, 1125 + index * 35, 22)),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>${parts.join("")}</svg>`;
  return sharp(Buffer.from(svg)).gif({ colours: 4, effort: 1, dither: 0 }).toBuffer();
}

const linesOf = ({ Name, Address }: Party): string[] => [
  Name,
  ...[Address.AddressLine].flat(),
  `${Address.City} ${Address.StateProvinceCode ?? ""} ${Address.PostalCode ?? ""}`,
];

const spaced = (number: string): string => number.replace(/^(1Z)(.{6})(.{2})(.{4})(.{4})$/, "$1 $2 $3 $4 $5");

const rule = (y: number): string => `<rect x="0" y="${y}" width="${WIDTH}" height="5"/>`;

/** Places a drawing of bwip-js. */
const place = (svg: string, x: number, y: number, width: number, height: number): string =>
  svg.replace(
    "<svg",
    `<svg x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none"`,
  );

/** Draws a line of text with the font that bwip-js brings. Characters that it doesn't have are left out. */
function write(text: string, x: number, y: number, size: number): string {
  const { FontLib } = bwipjs;
  const font = FontLib.lookup("OCR-B");
  let left = x;
  const glyphs = [...text.toUpperCase()].map((character) => {
    const path = FontLib.getpaths(font, character.codePointAt(0) ?? 32, size, size);
    const at = (dx: number, dy: number) => `${(left + dx).toFixed(1)} ${(y - dy).toFixed(1)}`;
    const drawn = [...(path ?? [])].map((step) => {
      if (step.type === "Q") return `Q${at(step.cx, step.cy)} ${at(step.x, step.y)}`;
      if (step.type === "C")
        return `C${at(step.cx1, step.cy1)} ${at(step.cx2, step.cy2)} ${at(step.x, step.y)}`;
      return `${step.type}${at(step.x, step.y)}`;
    });
    left += path?.advance ?? size / 2;
    return drawn.join("");
  });
  return `<path d="${glyphs.join("")}" fill-rule="evenodd"/>`;
}
