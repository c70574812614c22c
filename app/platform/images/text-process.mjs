// @ts-check
/**
 * The program of the process that reads the text of one picture: bytes on standard input, options as JSON in the first argument. On
 * standard output it writes one line of JSON. A picture that takes too much memory or time ends only this process. It needs no network:
 * the engine and its language are packages. Plain JavaScript, because Node runs the file as it is in each environment.
 */
import { createRequire } from "node:module";
import path from "node:path";
import sharp from "sharp";

/** @typedef {{ data: Buffer, width: number, height: number }} Grey */
/** @typedef {{ text: string, confidence: number, x: number, y: number, width: number, height: number }} Word */

/** @type {{ maxPixels: number, maxMemory: number, maxCpuMs: number }} */
const { maxPixels, maxMemory, maxCpuMs } = JSON.parse(process.argv[2] ?? "");

const require = createRequire(import.meta.url);
/** @type {any} */
const { createWorker, OEM, PSM } = require("tesseract.js");
const language = path.join(
  path.dirname(require.resolve("@tesseract.js-data/eng/package.json")),
  "4.0.0_best_int",
);

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng"] });

setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (process.memoryUsage.rss() > maxMemory || (user + system) / 1_000 > maxCpuMs) process.exit(1);
}, 20).unref();

/** In pixels. Lines are found in a small picture, and letters in a larger one. */
const LINES_EDGE = 700;
const MIN_EDGE = 1_500;
const MAX_EDGE = 2_400;
/** In degrees. Photos are taken a little askew. */
const MAX_SKEW = 10;
/** Most photos are upright, and aligned columns look like lines, too. */
const UPRIGHT_FIRST = 1.3;
/** A picture is read in one turn after the other until its words are as certain. In percent. */
const READABLE = 65;
const MIN_WORDS = 6;
/** A word below it is noise, such as the grain of a table. */
const NOISE = 25;

/** @type {Buffer[]} */
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);

/** @type {object} */
let head;
try {
  head = { words: await readPicture(Buffer.concat(chunks)) };
} catch {
  head = { problem: "unreadable" };
}
process.stdout.write(`${JSON.stringify(head)}\n`, () => process.exit(0));

/** @param {Buffer} bytes @returns {Promise<Word[][]>} the words of each line */
async function readPicture(bytes) {
  const source = sharp(bytes, { limitInputPixels: maxPixels }).flatten({ background: "white" }).greyscale();
  const { width, height } = await sharp(bytes).metadata();
  const edge = Math.max(width, height);
  const small = await withEvenLight(await pixelsOf(source.clone(), LINES_EDGE / edge, { width, height }));
  const [lying, standing] = [skewOf(small), skewOf(transposed(small))];
  const isStanding = standing.score > UPRIGHT_FIRST * lying.score;
  // The transposed picture is mirrored, so it is askew the other way.
  const axes = [-lying.angle, 90 + standing.angle];
  if (isStanding) axes.reverse();
  const scale = Math.min(MAX_EDGE, Math.max(MIN_EDGE, edge)) / edge;
  const even = await withEvenLight(await pixelsOf(source, scale, { width, height }));
  const worker = await createWorker("eng", OEM.LSTM_ONLY, {
    langPath: language,
    cacheMethod: "none",
    gzip: true,
  });
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_BLOCK, user_defined_dpi: "200" });
  /** @param {number} turn in degrees, clockwise */
  const read = async (turn) => {
    const { data, info } = await sharp(even.data, {
      raw: { width: even.width, height: even.height, channels: 1 },
    })
      .rotate(turn, { background: "white" })
      .greyscale()
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true });
    const { data: page } = await worker.recognize(data, {}, { blocks: true, text: false });
    return linesOf(page, { turn, from: even, to: info });
  };
  /** @type {Word[][]} */
  let best = [];
  for (const turn of [...axes, ...axes.map((axis) => axis + 180)]) {
    const lines = await read(turn);
    if (certaintyOf(lines) > certaintyOf(best) || best.length === 0) best = lines;
    if (certaintyOf(best) >= READABLE) break;
  }
  return best;
}

/** @param {import("sharp").Sharp} picture @param {number} scale @param {{ width: number, height: number }} size @returns {Promise<Grey>} */
async function pixelsOf(picture, scale, size) {
  const { data, info } = await picture
    .resize(Math.max(1, Math.round(size.width * scale)), Math.max(1, Math.round(size.height * scale)), {
      fit: "fill",
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Divides by the brightness of the paper around each pixel, so that a shadow is as white as the rest. @param {Grey} grey @returns {Promise<Grey>} */
async function withEvenLight({ data, width, height }) {
  const cell = Math.max(8, Math.round(Math.max(width, height) / 60));
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const light = Buffer.alloc(columns * rows);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = Math.floor(y / cell) * columns + Math.floor(x / cell);
      const value = data[y * width + x] ?? 0;
      if (value > (light[at] ?? 0)) light[at] = value;
    }
  const around = await sharp(light, { raw: { width: columns, height: rows, channels: 1 } })
    .blur(1.5)
    .resize(width, height, { fit: "fill", kernel: "linear" })
    .greyscale()
    .raw()
    .toBuffer();
  const even = Buffer.alloc(data.length);
  for (let at = 0; at < data.length; at += 1)
    even[at] = Math.min(255, Math.round((255 * (data[at] ?? 0)) / Math.max(40, around[at] ?? 255)));
  return { data: even, width, height };
}

/** @param {Grey} grey @returns {Grey} */
function transposed({ data, width, height }) {
  const turned = Buffer.alloc(data.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) turned[x * height + y] = data[y * width + x] ?? 0;
  return { data: turned, width: height, height: width };
}

/**
 * How many degrees lines of text fall to the right, and how clearly: rows along the lines are either dark or white.
 * @param {Grey} grey
 */
function skewOf({ data, width, height }) {
  /** @type {[number, number][]} */
  const dark = [];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) if ((data[y * width + x] ?? 255) < 150) dark.push([x, y]);
  let best = { angle: 0, score: -1 };
  for (let angle = -MAX_SKEW; angle <= MAX_SKEW; angle += 0.5) {
    const slope = Math.tan((angle * Math.PI) / 180);
    const sums = new Float64Array(height + 2 * width);
    for (const [x, y] of dark) {
      const row = Math.round(y - (x - width / 2) * slope) + width;
      sums[row] = (sums[row] ?? 0) + 1;
    }
    let score = 0;
    for (let row = 1; row < sums.length; row += 1) score += ((sums[row] ?? 0) - (sums[row - 1] ?? 0)) ** 2;
    if (score > best.score) best = { angle, score };
  }
  return best;
}

/**
 * The words with their places in the upright picture, as shares of its width and height.
 * @param {any} page
 * @param {{ turn: number, from: { width: number, height: number }, to: { width: number, height: number } }} turned
 * @returns {Word[][]}
 */
function linesOf(page, { turn, from, to }) {
  const [sine, cosine] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  const back = (/** @type {number} */ x, /** @type {number} */ y) => {
    const [right, down] = [x - to.width / 2, y - to.height / 2];
    return [
      (right * cosine + down * sine + from.width / 2) / from.width,
      (-right * sine + down * cosine + from.height / 2) / from.height,
    ];
  };
  const lines = (page.blocks ?? []).flatMap((/** @type {any} */ block) =>
    block.paragraphs.flatMap((/** @type {any} */ { lines }) => lines),
  );
  return lines
    .map((/** @type {any} */ { words }) =>
      words
        .filter((/** @type {any} */ { confidence, text }) => confidence >= NOISE && text.trim())
        .map((/** @type {any} */ { text, confidence, bbox: { x0, y0, x1, y1 } }) => {
          const corners = [back(x0, y0), back(x1, y0), back(x1, y1), back(x0, y1)];
          const [xs, ys] = [corners.map(([x = 0]) => x), corners.map(([, y = 0]) => y)];
          const [left, top] = [Math.min(...xs), Math.min(...ys)];
          return {
            text,
            confidence: Math.round(confidence),
            x: rounded(left),
            y: rounded(top),
            width: rounded(Math.max(...xs) - left),
            height: rounded(Math.max(...ys) - top),
          };
        }),
    )
    .filter((/** @type {Word[]} */ words) => words.length > 0);
}

/** @param {number} share */
function rounded(share) {
  return Math.round(share * 10_000) / 10_000;
}

/** @param {Word[][]} lines */
function certaintyOf(lines) {
  const words = lines.flat().filter(({ text }) => /[\p{L}\p{N}]{2}/u.test(text));
  if (words.length < MIN_WORDS) return 0;
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;
}
