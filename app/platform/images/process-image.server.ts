import { badRequest } from "../errors";
import { type Lane, runProgram } from "./run-program.server";

/** A picture that is made from the uploaded one. */
export interface ImageOutput {
  format: "jpeg" | "png";
  /** In pixels. A larger picture is scaled down. */
  maxEdge?: number;
}

/** A decoded picture. */
export interface ProcessedImage {
  /** In pixels, upright. */
  width: number;
  height: number;
  /** One for each output, without metadata. */
  files: Buffer[];
}

/** The cameras of phones take pictures of 50 million pixels. */
const MAX_PIXELS = 64_000_000;
/** Bytes of the whole process. */
const MAX_MEMORY = 700 * 1024 * 1024;
const MAX_MS = 20_000;

interface ImageOptions {
  /** `people` when absent. */
  lane?: Lane;
  /** Bytes. */
  maxMemory?: number;
  /** Milliseconds. */
  maxMs?: number;
}

type Head =
  | { problem: "unreadable"; sizes?: undefined }
  | { problem: "size"; width: number; height: number; sizes?: undefined }
  | { problem?: undefined; width: number; height: number; sizes: number[] };

/** Of a picture whose header or pixels are damaged. */
export const UNREADABLE_PICTURE =
  "This picture can't be read. Save it again as JPG or PNG, and upload it again.";

/**
 * Decodes a JPG, PNG or GIF that a person uploaded, in a process of its own.
 * @throws 400 for a picture that can't be read or is too large, and when its process was killed
 */
export async function processImage(
  bytes: Uint8Array,
  outputs: readonly ImageOutput[],
  { lane = "people", maxMemory = MAX_MEMORY, maxMs = MAX_MS }: ImageOptions = {},
): Promise<ProcessedImage> {
  const options = { maxPixels: MAX_PIXELS, maxMemory, outputs };
  const answer = await runProgram<Head>("image-process.mjs", bytes, { options, maxMs, lane });
  if (!answer)
    throw badRequest(
      "This picture takes too long to read. Save it again in a smaller size, and upload it again.",
    );
  const { head, files } = answer;
  if (head.problem === "unreadable") throw badRequest(UNREADABLE_PICTURE);
  if (head.problem === "size") throw badRequest(tooManyPixels(head) ?? UNREADABLE_PICTURE);
  return { width: head.width, height: head.height, files };
}

/** What is wrong with a picture of this size. Undefined when it can be decoded. */
export const tooManyPixels = ({ width, height }: PictureSize): string | undefined =>
  width * height > MAX_PIXELS
    ? `This picture has ${width} × ${height} pixels. At most ${MAX_PIXELS / 1_000_000} million are allowed. Upload a smaller one.`
    : undefined;

/** In pixels, as the picture is stored. */
export interface PictureSize {
  width: number;
  height: number;
}

/** The size that a JPG, PNG or GIF announces, read from its header. Undefined when the header is damaged. No pixel is decoded. */
export function pictureSizeOf(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (bytes[0] === 0x89) return { width: view.getUint32(16), height: view.getUint32(20) };
    if (bytes[0] === 0x47) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    return jpegSize(view);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Follows the segments of a JPG to the one that begins a frame (ITU-T T.81, B.2.2). */
function jpegSize(view: DataView): PictureSize | undefined {
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    // A fill byte.
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
