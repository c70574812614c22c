import sharp from "sharp";
import { seededRandom } from "../../../local-store/faults/seeded-random.ts";
import { drawReceipt } from "../../support/receipts.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

type Fingerprints = readonly bigint[];

const FOUND_SHARE = 0.95;
const MISTAKEN_SHARE = 0.001;

/** A receipt is found again by its picture, and different receipts aren't. Crops and tilts are only measured. */
export const fingerprints: BackroomPromise = {
  id: "R33",
  title: "a receipt's picture is found again, rescaled, recompressed and turned",
  // What it adds is the share of pictures that are found, and mistaken.
  provenBy: "tests/integration/promo/submit.test.ts",
  async test(_shop, scale) {
    const [receipts, pictures] = scale === "small" ? [20, 100] : [1_000, 1_000];
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    const random = seededRandom(seed);
    const isFound = await comparison();
    const originals: Fingerprints[] = [];
    const found = { again: 0, cropped: 0, tilted: 0 };
    for (let number = 0; number < receipts; number += 1) {
      const receipt = await drawReceipt(random);
      const stored = await fingerprintsOf(receipt);
      originals.push(stored);
      found.again += Number(isFound(await fingerprintsOf(await sentAgain(receipt, random)), stored));
      // Both cost as much as the rest, and they are only printed.
      if (number % 5 > 0) continue;
      found.cropped += Number(isFound(await fingerprintsOf(await cropped(receipt)), stored));
      found.tilted += Number(isFound(await fingerprintsOf(await tilted(receipt, random)), stored));
    }
    while (originals.length < pictures) originals.push(await fingerprintsOf(await drawReceipt(random)));
    const pairs = (pictures * (pictures - 1)) / 2;
    let mistaken = 0;
    for (const [index, one] of originals.entries()) {
      for (const other of originals.slice(index + 1)) mistaken += Number(isFound(one, other));
    }
    const percent = (count: number, of: number) => `${((100 * count) / of).toFixed(1)} %`;
    const few = Math.ceil(receipts / 5);
    return finding(
      [
        `${percent(found.again, receipts)} of ${receipts} found again`,
        `${percent(found.cropped, few)} of ${few} cropped by 5 %`,
        `${percent(found.tilted, few)} of ${few} tilted by up to 3°`,
        `${mistaken} of ${pairs} different pairs alike (seed ${seed})`,
      ].join(", "),
      {
        "too few found": Number(found.again < receipts * FOUND_SHARE),
        "too many mistaken": Number(mistaken > pairs * MISTAKEN_SHARE),
      },
    );
  },
};

/** @returns whether one of a picture's four turns is near the upright other one, as the search for duplicates has it */
async function comparison(): Promise<(turns: Fingerprints, stored: Fingerprints) => boolean> {
  const { MAX_DISTANCE } = await import("~/domain/submissions/duplicates.server");
  return (turns, [upright = 0n]) => turns.some((turn) => distance(turn, upright) <= MAX_DISTANCE);
}

function distance(one: bigint, other: bigint): number {
  let [bits, count] = [one ^ other, 0];
  for (; bits > 0n; bits &= bits - 1n) count += 1;
  return count;
}

/** Of the thumbnail, as the app makes it. */
async function fingerprintsOf(picture: Buffer): Promise<Fingerprints> {
  const { fingerprintsOf: hash } = await import("~/domain/submissions/fingerprint.server");
  const thumbnail = sharp(picture).resize({
    width: 400,
    height: 400,
    fit: "inside",
    withoutEnlargement: true,
  });
  return hash(await thumbnail.jpeg({ quality: 86 }).toBuffer());
}

const turns = [0, 90, 180, 270] as const;

async function sentAgain(receipt: Buffer, random: () => number): Promise<Buffer> {
  const width = Math.round(480 * (0.4 + random()));
  const resized = await sharp(receipt).resize({ width }).toBuffer();
  return sharp(resized)
    .rotate(turns[Math.floor(random() * turns.length)])
    .jpeg({ quality: 30 + Math.floor(random() * 50) })
    .toBuffer();
}

async function cropped(receipt: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(receipt).metadata();
  const [left, top] = [Math.round(width * 0.025), Math.round(height * 0.025)];
  return sharp(receipt)
    .extract({ left, top, width: width - 2 * left, height: height - 2 * top })
    .jpeg()
    .toBuffer();
}

const tilted = (receipt: Buffer, random: () => number): Promise<Buffer> =>
  sharp(receipt)
    .rotate((random() * 2 - 1) * 3, { background: "#888888" })
    .jpeg()
    .toBuffer();
