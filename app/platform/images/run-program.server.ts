import { spawn } from "node:child_process";
import { setPriority } from "node:os";
import path from "node:path";

/** Of all outputs together, in bytes. */
const MAX_ANSWER = 64 * 1024 * 1024;
/** Programs of a lane that run at the same time. The others wait. */
const CONCURRENCY: Readonly<Record<Lane, number>> = { people: 2, visitors: 2, reading: 1 };
/** Reading takes seconds of a processor, and no one waits for it: requests and decoders go first. */
const NICENESS: Partial<Record<Lane, number>> = { reading: 5 };

/**
 * Whose work a program does. What visitors upload never waits in the places of people who are signed in, and the other way around.
 * Reading the text of receipts has a place of its own.
 */
export type Lane = "people" | "visitors" | "reading";

/** What a program wrote: a line of JSON, and the files whose `sizes` it names. */
export interface ProgramAnswer<Head> {
  head: Head;
  files: Buffer[];
}

/**
 * Runs a program of this folder in a process of its own: one that takes too long is killed, and a flaw of a decoder finds no secrets in
 * its environment. The file isn't part of the build, so it is found from the project's root.
 * @returns undefined when the process was killed or ended without an answer
 */
export async function runProgram<Head extends { sizes?: number[] }>(
  file: string,
  bytes: Uint8Array,
  { options, maxMs, lane }: { options: object; maxMs: number; lane: Lane },
): Promise<ProgramAnswer<Head> | undefined> {
  const release = await takeTurn(lane);
  try {
    const niceness = NICENESS[lane];
    return parseAnswer<Head>(await spawnProgram(file, bytes, { options, maxMs, niceness }));
  } finally {
    release();
  }
}

/** @returns an empty buffer when the process ended without an answer */
function spawnProgram(
  file: string,
  bytes: Uint8Array,
  { options, maxMs, niceness }: { options: object; maxMs: number; niceness?: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const program = path.resolve("app/platform/images", file);
    const child = spawn(process.execPath, [program, JSON.stringify(options)], {
      env: { NODE_ENV: process.env.NODE_ENV },
      stdio: ["pipe", "pipe", "ignore"],
      timeout: maxMs,
      killSignal: "SIGKILL",
    });
    if (niceness !== undefined && child.pid !== undefined) setPriority(child.pid, niceness);
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

function parseAnswer<Head extends { sizes?: number[] }>(answer: Buffer): ProgramAnswer<Head> | undefined {
  const end = answer.indexOf("\n");
  if (end < 0) return undefined;
  const head = JSON.parse(answer.subarray(0, end).toString()) as Head;
  let start = end + 1;
  const files = (head.sizes ?? []).map((size) => {
    start += size;
    return answer.subarray(start - size, start);
  });
  return { head, files };
}

const lanes = Object.fromEntries(
  Object.keys(CONCURRENCY).map((name) => [name, { running: 0, waiting: [] }]),
) as unknown as Record<Lane, { running: number; waiting: (() => void)[] }>;

/** Waits until fewer than `CONCURRENCY` programs of the lane run. @returns what ends the turn */
async function takeTurn(name: Lane): Promise<() => void> {
  const lane = lanes[name];
  if (lane.running >= CONCURRENCY[name]) await new Promise<void>((resolve) => lane.waiting.push(resolve));
  else lane.running += 1;
  return () => {
    const next = lane.waiting.shift();
    if (next) next();
    else lane.running -= 1;
  };
}
