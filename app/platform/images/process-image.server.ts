import { badRequest } from "../errors";
import type { PictureSize } from "./picture-size";
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
