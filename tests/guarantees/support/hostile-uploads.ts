import { deflateSync } from "node:zlib";
import sharp from "sharp";

/** What runs when something of an upload is executed. Stored pictures must not contain it. */
export const PAYLOAD = "<script>alert('backroom')</script>";

/** An upload that is made to harm. */
export interface HostileUpload {
  kind: string;
  /** Refused, or stored without its payload. A PDF is stored as it is: the viewer must not run it. */
  mustBe: "refused" | "harmless" | "either";
  make(random: () => number): Promise<Buffer> | Buffer;
}

const PNG_SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

function crc(bytes: Buffer): Buffer {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  const answer = Buffer.alloc(4);
  answer.writeUInt32BE(~value >>> 0);
  return answer;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, body, crc(body)]);
}

/** A PNG in shades of gray with these pixels, or with fewer than it announces. */
function png(width: number, height: number, pixels: Buffer, extra: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk("IHDR", header),
    extra,
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const photo = (random: () => number, width = 200 + Math.floor(random() * 200)) =>
  sharp({
    create: { width, height: 300, channels: 3, background: { r: Math.floor(random() * 255), g: 90, b: 60 } },
  });

const pdf = (body: string | Buffer, end = "startxref\n9\n%%EOF\n"): Buffer =>
  Buffer.concat([
    Buffer.from("%PDF-1.7\n"),
    Buffer.from(body),
    Buffer.from(`\ntrailer<</Root 1 0 R>>\n${end}`),
  ]);

const flipped = (bytes: Buffer, random: () => number): Buffer => {
  const copy = Buffer.from(bytes);
  for (let flips = 1 + Math.floor(random() * 30); flips > 0; flips -= 1)
    copy[20 + Math.floor(random() * (copy.length - 20))] = Math.floor(random() * 256);
  return copy;
};

/** A JPG whose header announces other dimensions. */
async function lyingJpeg(random: () => number): Promise<Buffer> {
  const bytes = await photo(random).jpeg().toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(40_000 + Math.floor(random() * 25_000), frame + 5);
  bytes.writeUInt16BE(40_000 + Math.floor(random() * 25_000), frame + 7);
  return bytes;
}

/** A stream of zeros that is a thousand times as long as it is stored. */
const streamBomb = (megabytes: number): Buffer => {
  const data = deflateSync(Buffer.alloc(megabytes * 1_000_000));
  const head = `1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n3 0 obj<</Length ${data.length}/Filter/FlateDecode>>stream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from("\nendstream endobj")]);
};

/** Kinds of hostile uploads. Each makes many different ones. */
export const HOSTILE_UPLOADS: readonly HostileUpload[] = [
  {
    kind: "a photo that is also a page",
    mustBe: "harmless",
    make: async (random) => Buffer.concat([await photo(random).jpeg().toBuffer(), Buffer.from(PAYLOAD)]),
  },
  {
    kind: "a photo that is also an archive",
    mustBe: "harmless",
    make: async (random) =>
      Buffer.concat([await photo(random).png().toBuffer(), Buffer.from(`PK\x03\x04${PAYLOAD}`, "latin1")]),
  },
  {
    kind: "an SVG as PNG",
    mustBe: "refused",
    make: (random) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${1 + Math.floor(random() * 900)}">${PAYLOAD}</svg>`,
      ),
  },
  {
    kind: "an SVG behind the signature of a PNG",
    mustBe: "refused",
    make: () =>
      Buffer.concat([PNG_SIGNATURE, Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${PAYLOAD}</svg>`)]),
  },
  {
    kind: "50,000 × 50,000 pixels",
    mustBe: "refused",
    make: (random) => png(50_000, 50_000 - Math.floor(random() * 1_000), Buffer.alloc(1_000)),
  },
  { kind: "a photo that announces other dimensions", mustBe: "refused", make: lyingJpeg },
  {
    kind: "as many pixels as are allowed, of one color",
    mustBe: "either",
    make: (random) => {
      const [width, height] = [7_000, 7_000 + Math.floor(random() * 1_500)];
      return png(width, height, Buffer.alloc((width + 1) * height));
    },
  },
  {
    kind: "a script in EXIF",
    mustBe: "harmless",
    make: (random) =>
      photo(random)
        .jpeg()
        .withExif({ IFD0: { Copyright: PAYLOAD, ImageDescription: PAYLOAD } })
        .toBuffer(),
  },
  {
    kind: "a script in a PNG's text",
    mustBe: "harmless",
    make: (random) => {
      const text = chunk("tEXt", Buffer.from(`Comment\0${PAYLOAD}`, "latin1"));
      const width = 50 + Math.floor(random() * 50);
      return png(width, 50, Buffer.alloc((width + 1) * 50), text);
    },
  },
  {
    kind: "a damaged photo",
    mustBe: "either",
    make: async (random) => flipped(await photo(random).jpeg().toBuffer(), random),
  },
  {
    kind: "a damaged PNG",
    mustBe: "either",
    make: async (random) => flipped(await photo(random).png().toBuffer(), random),
  },
  {
    kind: "another format",
    mustBe: "refused",
    make: (random) => (random() < 0.5 ? photo(random).webp() : photo(random).tiff()).toBuffer(),
  },
  {
    kind: "half a PDF",
    mustBe: "refused",
    make: (random) => pdf("1 0 obj".padEnd(100 + Math.floor(random() * 5_000)), ""),
  },
  {
    kind: "a PDF of random bytes",
    mustBe: "either",
    make: (random) => pdf(Buffer.from(Array.from({ length: 5_000 }, () => Math.floor(random() * 256)))),
  },
  {
    kind: "a PDF with a stream that unpacks to a thousand times its size",
    mustBe: "either",
    make: (random) => pdf(streamBomb(20 + Math.floor(random() * 60))),
  },
  {
    kind: "a PDF that runs a script when it opens",
    mustBe: "either",
    make: () =>
      pdf(
        "1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj 2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1>>endobj",
      ),
  },
];
