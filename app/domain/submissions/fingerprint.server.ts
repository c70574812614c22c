import { createHash } from "node:crypto";
import sharp from "sharp";
import type { ContentType } from "~/core/attachments/attachment-definition";

/** A perceptual hash of 64 bits. Similar pictures differ in few bits. */
export type Fingerprint = bigint;

/** The picture is compared at this size in pixels, and by this many of its low frequencies in each direction. */
const SIZE = 32;
const FREQUENCIES = 8;
const MASK = 0xffffn;

/**
 * In pixels of the thumbnail. Thin lines alias when a picture is scaled, differently at each size: blurred before, the same receipt in
 * another size has the same fingerprint.
 */
const BLUR = 4;

/** The cosines of the frequencies 1 to 8. Frequency 0 is the brightness, which says nothing about the picture. */
const COSINES = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Array.from({ length: SIZE }, (_, position) =>
    Math.cos(((2 * position + 1) * (frequency + 1) * Math.PI) / (2 * SIZE)),
  ),
);

/**
 * What a receipt is compared by. Invoices of one shop look alike and differ in a few digits, so a PDF has the hash of its first page, which
 * only the same page has, however the file was saved.
 * @param thumbnail of the receipt's file
 */
export async function fingerprintsOfReceipt(type: ContentType, thumbnail: Buffer): Promise<Fingerprint[]> {
  if (type !== "application/pdf") return fingerprintsOf(thumbnail);
  return [createHash("sha256").update(thumbnail).digest().readBigUInt64BE()];
}

/**
 * The fingerprints of a picture in its four quarter turns, the upright one first. The picture is decoded once.
 * @param picture one that the app has written itself: it is decoded in this process
 */
export async function fingerprintsOf(picture: Buffer): Promise<Fingerprint[]> {
  // Two pipelines, because one would scale before it blurs.
  const { data: blurred, info } = await sharp(picture)
    .flatten({ background: "#ffffff" })
    .greyscale()
    .blur(BLUR)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const data = await sharp(blurred, { raw: { width, height, channels } })
    .greyscale()
    .resize(SIZE, SIZE, { fit: "fill" })
    .raw()
    .toBuffer();
  let pixels = Array.from({ length: SIZE }, (_, row) => [...data.subarray(row * SIZE, (row + 1) * SIZE)]);
  const fingerprints: Fingerprint[] = [];
  for (let turn = 0; turn < 4; turn++) {
    fingerprints.push(hashOf(pixels));
    pixels = turned(pixels);
  }
  return fingerprints;
}

/** Turned by a quarter, clockwise. */
const turned = (pixels: readonly number[][]): number[][] =>
  Array.from({ length: SIZE }, (_, row) =>
    Array.from({ length: SIZE }, (_, column) => pixels[SIZE - 1 - column]?.[row] ?? 0),
  );

/** One bit for each of the low frequencies: whether it is above their median. */
function hashOf(pixels: readonly number[][]): Fingerprint {
  const rows = pixels.map((row) => COSINES.map((cosine) => sumOfProducts(cosine, row)));
  const values = COSINES.flatMap((cosine) =>
    COSINES.map((_, frequency) =>
      sumOfProducts(
        cosine,
        rows.map((row) => row[frequency] ?? 0),
      ),
    ),
  );
  const sorted = [...values].sort((a, b) => a - b);
  const median = sorted[values.length / 2] ?? 0;
  return values.reduce((hash, value) => (hash << 1n) | (value >= median ? 1n : 0n), 0n);
}

const sumOfProducts = (factors: readonly number[], values: readonly number[]): number =>
  factors.reduce((sum, factor, index) => sum + factor * (values[index] ?? 0), 0);

/** As PostgreSQL stores it: signed. */
export const storedFingerprint = (fingerprint: Fingerprint): bigint => BigInt.asIntN(64, fingerprint);

/** The four parts of 16 bits. */
export const partsOf = (fingerprint: Fingerprint): number[] =>
  [48n, 32n, 16n, 0n].map((shift) => Number((fingerprint >> shift) & MASK));

/** A part and all parts that differ from it in one bit. */
export const nearParts = (part: number): number[] => [
  part,
  ...Array.from({ length: 16 }, (_, bit) => part ^ (1 << bit)),
];
