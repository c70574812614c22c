import { spawn } from "node:child_process";
import path from "node:path";
import { badRequest, type Refusal } from "../errors";

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

/** The program, relative to the process's working directory (the project's root). It isn't part of the build. */
const PROGRAM = path.resolve("app/platform/images/image-process.mjs");

/** The cameras of phones take pictures of 50 million pixels. */
const MAX_PIXELS = 64_000_000;
/** Bytes of the whole process. */
const MAX_MEMORY = 700 * 1024 * 1024;
const MAX_MS = 20_000;
/** Of all outputs together, in bytes. */
const MAX_ANSWER = 64 * 1024 * 1024;
/** Processes that decode at the same time. The others wait. */
const CONCURRENCY = 2;

/** What limits one process. */
interface ImageLimits {
  maxPixels?: number;
  /** Bytes. */
  maxMemory?: number;
  /** Milliseconds. */
  maxMs?: number;
}

/**
 * Decodes a JPG, PNG or GIF that a person uploaded, in a process of its own: one that takes too much time or memory is killed, and a
 * flaw of the decoder finds no secrets in its environment.
 * @throws 400 for a picture that can't be read or is too large, and when its process was killed
 */
export async function processImage(
  bytes: Uint8Array,
  outputs: readonly ImageOutput[],
  { maxPixels = MAX_PIXELS, maxMemory = MAX_MEMORY, maxMs = MAX_MS }: ImageLimits = {},
): Promise<ProcessedImage> {
  const release = await takeTurn();
  try {
    const answer = await runProgram(bytes, JSON.stringify({ maxPixels, maxMemory, outputs }), maxMs);
    return readAnswer(answer, maxPixels);
  } finally {
    release();
  }
}

/** @returns an empty buffer when the process ended without an answer */
function runProgram(bytes: Uint8Array, options: string, maxMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, options], {
      env: { NODE_ENV: process.env.NODE_ENV },
      stdio: ["pipe", "pipe", "ignore"],
      timeout: maxMs,
      killSignal: "SIGKILL",
    });
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_ANSWER) child.kill("SIGKILL");
      else chunks.push(chunk);
    });
    // A process that has ended takes no more bytes. Its end is handled below.
    child.stdin.on("error", () => undefined);
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0 ? Buffer.concat(chunks) : Buffer.alloc(0)));
    child.stdin.end(bytes);
  });
}

type Head =
  | { problem: "unreadable" }
  | { problem: "size"; width: number; height: number }
  | { problem?: undefined; width: number; height: number; sizes: number[] };

function readAnswer(answer: Buffer, maxPixels: number): ProcessedImage {
  const end = answer.indexOf("\n");
  if (end < 0) throw tooDemanding();
  const head = JSON.parse(answer.subarray(0, end).toString()) as Head;
  if (head.problem === "unreadable")
    throw badRequest("This picture can't be read. Save it again as JPG or PNG, and upload it again.");
  if (head.problem === "size")
    throw badRequest(
      `This picture has ${head.width} × ${head.height} pixels. At most ${maxPixels / 1_000_000} million are allowed. Upload a smaller one.`,
    );
  let start = end + 1;
  const files = head.sizes.map((size) => {
    start += size;
    return answer.subarray(start - size, start);
  });
  return { width: head.width, height: head.height, files };
}

const tooDemanding = (): Refusal =>
  badRequest("This picture takes too long to read. Save it again in a smaller size, and upload it again.");

let running = 0;
const waiting: (() => void)[] = [];

/** Waits until fewer than `CONCURRENCY` processes run. @returns what ends the turn */
async function takeTurn(): Promise<() => void> {
  if (running >= CONCURRENCY) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  return () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
}
