import { runProgram } from "./run-program.server";

/** A word of a picture. Its place is in shares of the upright picture's width and height. */
export interface PictureWord {
  text: string;
  /** In percent. */
  confidence: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Bytes of the whole process. */
const MAX_MEMORY = 900 * 1024 * 1024;
/** Of a processor. A busy machine lets it wait much longer, because everything else goes first. */
const MAX_CPU_MS = 60_000;
const MAX_MS = 300_000;
const MAX_PIXELS = 64_000_000;

/**
 * Reads the printed text of a JPG or PNG that the app has stored, in a process of its own: in any quarter turn, a little askew, and in a
 * shadow. That takes seconds, so only a task does it.
 * @returns the words of each line, from top to bottom. Undefined for a picture that can't be read, or takes too long or too much memory
 */
export async function readText(bytes: Uint8Array): Promise<PictureWord[][] | undefined> {
  const options = { maxPixels: MAX_PIXELS, maxMemory: MAX_MEMORY, maxCpuMs: MAX_CPU_MS };
  const answer = await runProgram<{ words?: PictureWord[][]; sizes?: undefined }>("text-process.mjs", bytes, {
    options,
    maxMs: MAX_MS,
    lane: "reading",
  });
  return answer?.head.words;
}
