// @ts-check
/**
 * The program of the process that decodes one picture: bytes on standard input, options as JSON in the first argument. On standard
 * output it writes one line of JSON, then the bytes of each output. A picture that takes too much memory ends only this process.
 * Plain JavaScript, because Node runs the file as it is in each environment.
 */
import sharp from "sharp";

/** @type {{ maxPixels: number, maxMemory: number, outputs: { format: "jpeg" | "png", maxEdge?: number }[] }} */
const { maxPixels, maxMemory, outputs } = JSON.parse(process.argv[2] ?? "");

sharp.cache(false);
sharp.concurrency(1);
// No other decoder is reachable, whatever the bytes are.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadNsgif"] });

setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) process.exit(1);
}, 20).unref();

/** @type {Buffer[]} */
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const bytes = Buffer.concat(chunks);

/** @type {object} */
let head;
/** @type {Buffer[]} */
let files = [];
try {
  // Reads only the header. Pixels are counted before any is decoded.
  const { width, height, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > maxPixels) head = { problem: "size", width, height };
  else {
    files = await decode();
    head = { ...autoOrient, sizes: files.map(({ length }) => length) };
  }
} catch {
  head = { problem: "unreadable" };
}
process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...files]));

/** A JPG whose end marker is missing has all its pixels. One that lacks more of its end only decodes with a warning. */
async function decode() {
  try {
    return await convertAll(sharp(bytes, { limitInputPixels: false, failOn: "error" }));
  } catch (error) {
    if (bytes[0] !== 0xff) throw error;
    const ended = Buffer.concat([
      bytes.at(-1) === 0xff ? bytes.subarray(0, -1) : bytes,
      Buffer.from([0xff, 0xd9]),
    ]);
    return convertAll(sharp(ended, { limitInputPixels: false, failOn: "warning" }));
  }
}

/**
 * Decodes the picture once, upright, in the size of the largest output. Metadata such as the place where it was taken is left out.
 * @param {import("sharp").Sharp} picture
 */
async function convertAll(picture) {
  const edges = outputs.map(({ maxEdge }) => maxEdge ?? Number.POSITIVE_INFINITY);
  const { data, info } = await scaledTo(picture.autoOrient(), Math.max(...edges))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const raw = { width, height, channels };
  return Promise.all(
    outputs.map(({ format, maxEdge }) => {
      const scaled = scaledTo(sharp(data, { raw, limitInputPixels: false }), maxEdge);
      return format === "png"
        ? scaled.png({ compressionLevel: 3 }).toBuffer()
        : scaled.flatten({ background: "white" }).jpeg({ quality: 86 }).toBuffer();
    }),
  );
}

/** @param {import("sharp").Sharp} picture @param {number} [maxEdge] */
function scaledTo(picture, maxEdge = Number.POSITIVE_INFINITY) {
  return Number.isFinite(maxEdge)
    ? picture.resize({ width: maxEdge, height: maxEdge, fit: "inside", withoutEnlargement: true })
    : picture;
}
