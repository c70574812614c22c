import { withMachineFactor } from "../../support/machine-factor.ts";
import { BOMBS } from "../support/bombs.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { SheetThread } from "../support/sheet-thread.ts";

const REFUSED_WITHIN_MS = 1_000;
const MAX_MEMORY_MB = 100;

/** Bombs are refused by the worker's reader before they are unpacked, or as soon as a limit is reached. */
export const bombs: BackroomPromise = {
  id: "R14",
  title: "bombs (zip, dimensions, sheets, cells): refused within a second, with at most 100 MB more memory",
  async test(_shop, scale) {
    const problems: string[] = [];
    let [slowest, largest, accepted, slow, large] = [0, 0, 0, 0, 0];
    // Making them costs more than refusing them.
    const thrown = scale === "full" ? BOMBS : BOMBS.filter((_bomb, index) => index % 4 === 2);
    const thread = new SheetThread();
    try {
      // The first file loads the libraries; what they take is not the bomb's.
      await thread.read(new TextEncoder().encode("Email\nx"), "first.csv", 30_000);
      for (const { kind, name, make } of thrown) {
        const bytes = await make();
        const { answer, megabytes } = await watchMemory(() => thread.read(bytes, name, 10_000));
        // Others have the processor too while a small run is at it: what they take is not the bomb's.
        const took = scale === "small" ? (answer.worked ?? answer.milliseconds) : answer.milliseconds;
        slowest = Math.max(slowest, took);
        largest = Math.max(largest, megabytes);
        const isAccepted = answer.refused === undefined;
        const isSlow = took > withMachineFactor(REFUSED_WITHIN_MS);
        const isLarge = megabytes > MAX_MEMORY_MB;
        accepted += Number(isAccepted);
        slow += Number(isSlow);
        large += Number(isLarge);
        if (isAccepted || isSlow || isLarge)
          problems.push(`${kind}: ${JSON.stringify(answer)}, ${megabytes.toFixed(0)} MB`);
      }
    } finally {
      await thread.close();
    }
    const summary = [
      `${thrown.length} bombs, slowest ${slowest.toFixed(0)} ms, at most ${largest.toFixed(0)} MB`,
      ...problems,
    ];
    return finding(summary.join("; "), {
      "not refused": accepted,
      "slower than 1 s": slow,
      "over 100 MB": large,
    });
  },
};

/** How much more memory the process holds at the most while something runs (MB). */
async function watchMemory<Answer>(
  run: () => Promise<Answer>,
): Promise<{ answer: Answer; megabytes: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 5);
  const answer = await run();
  clearInterval(timer);
  look();
  return { answer, megabytes: (peak - before) / 1e6 };
}
