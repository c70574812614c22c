import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import sharp from "sharp";

const run = promisify(execFile);
const MAX_MS = 20_000;

/** Whether Debian's `poppler-utils` is installed. */
export const hasPoppler = (): boolean => spawnSync("pdfinfo", ["-v"]).status === 0;

/** What poppler says about a PDF. Undefined for one that it can't open. */
export async function infoOf(file: string): Promise<{ pageCount: number } | "password" | undefined> {
  try {
    const { stdout } = await run("pdfinfo", [file], { timeout: MAX_MS, encoding: "latin1" });
    const pages = /^Pages:\s+(\d+)/m.exec(stdout)?.[1];
    return pages === undefined ? undefined : { pageCount: Number(pages) };
  } catch (error) {
    return /Incorrect password/.test(String((error as { stderr?: string }).stderr)) ? "password" : undefined;
  }
}

/** The first page as poppler draws it, as a PNG. Undefined when it can't. */
export async function firstPageOf(file: string, edge: number): Promise<Buffer | undefined> {
  const options = ["-f", "1", "-l", "1", "-singlefile", "-cropbox", "-png", "-scale-to", String(edge)];
  return run("pdftoppm", [...options, file], {
    timeout: MAX_MS,
    encoding: "buffer",
    maxBuffer: 64 * 1024 * 1024,
  }).then(
    ({ stdout }) => (stdout.length > 0 ? stdout : undefined),
    () => undefined,
  );
}

/** Into how many fields a page is divided, in each direction. */
const FIELDS = 24;
/** The darkness, from 0 to 1, of a field that has something, and of one that has nothing. */
const SOMETHING = 0.12;
const NOTHING = 0.01;

/** The share of a page's fields in which another reader draws something, and ours nothing. */
export async function hiddenShare(own: Buffer, other: Buffer): Promise<number> {
  const [ours, theirs] = [await darknessOf(own), await darknessOf(other)];
  const hidden = theirs.filter((darkness, index) => darkness > SOMETHING && around(ours, index) < NOTHING);
  return hidden.length / theirs.length;
}

async function darknessOf(picture: Buffer): Promise<number[]> {
  const pixels = await sharp(picture)
    .flatten({ background: "white" })
    .resize(FIELDS, FIELDS, { fit: "fill", kernel: "cubic" })
    .greyscale()
    .raw()
    .toBuffer();
  return Array.from(pixels, (value) => 1 - value / 255);
}

/** The darkest of a field and its neighbors: two programs don't draw a line at the same pixel. */
function around(darkness: readonly number[], index: number): number {
  const [row, column] = [Math.floor(index / FIELDS), index % FIELDS];
  const near = [-1, 0, 1].flatMap((down) =>
    [-1, 0, 1].map((right) => {
      const inside = column + right >= 0 && column + right < FIELDS;
      return inside ? (darkness[(row + down) * FIELDS + column + right] ?? 0) : 0;
    }),
  );
  return Math.max(...near);
}
