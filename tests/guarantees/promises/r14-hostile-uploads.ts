import fs from "node:fs";
import sharp from "sharp";
import { seededRandom } from "../../../local-store/faults/seeded-random.ts";
import { decodeUploads } from "../../support/decode-uploads.ts";
import { DEMO } from "../../support/test-shop.ts";
import { HOSTILE_UPLOADS, type HostileUpload, PAYLOAD } from "../support/hostile-uploads.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

const MAX_MEMORY_MB = 150;

/** Receipts that are made to harm are refused, or stored as pictures without what would harm. */
export const hostileUploads: BackroomPromise = {
  id: "R14",
  title:
    "hostile receipts (polyglots, SVG, dimensions, PDF, EXIF): refused or harmless, with at most 150 MB more memory",
  async test(_shop, scale) {
    const count = scale === "small" ? HOSTILE_UPLOADS.length : 500;
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    const random = seededRandom(seed);
    const counts = { refused: 0, stored: 0, wrong: 0, large: 0 };
    const problems: string[] = [];
    let [slowest, largest, decoder] = [0, 0, 0];
    // The first one loads the libraries. What they take is not the upload's.
    await upload(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
        .png()
        .toBuffer(),
    );
    for (let number = 0; number < count; number += 1) {
      const hostile = HOSTILE_UPLOADS[number % HOSTILE_UPLOADS.length] as HostileUpload;
      const bytes = await hostile.make(random);
      const begun = performance.now();
      const { answer, megabytes, decoderMegabytes } = await watchMemory(() => upload(bytes));
      slowest = Math.max(slowest, performance.now() - begun);
      largest = Math.max(largest, megabytes);
      decoder = Math.max(decoder, decoderMegabytes);
      counts[answer.isRefused ? "refused" : "stored"] += 1;
      const isExpected =
        answer.isKilled || hostile.mustBe === "either" || (hostile.mustBe === "refused") === answer.isRefused;
      const isLarge = megabytes > MAX_MEMORY_MB;
      counts.wrong += Number(!isExpected || answer.problem !== undefined);
      counts.large += Number(isLarge);
      if (!isExpected || answer.problem || isLarge)
        problems.push(`${hostile.kind}: ${JSON.stringify(answer)}, ${megabytes.toFixed(0)} MB`);
    }
    const summary = [
      `${count} uploads, ${counts.refused} refused, ${counts.stored} stored, slowest ${slowest.toFixed(0)} ms, at most ${largest.toFixed(0)} MB more, the process that decodes ${decoder.toFixed(0)} MB in all (seed ${seed})`,
      ...problems.slice(0, 5),
    ];
    return finding(summary.join("; "), {
      "neither refused nor harmless": counts.wrong,
      "over 150 MB": counts.large,
    });
  },
};

interface Answer {
  isRefused: boolean;
  /** The process that decodes was killed: on a machine that does other work, that may happen to any picture. */
  isKilled?: boolean;
  /** Why it is neither refused properly nor harmless. */
  problem?: string;
}

/** Stores a receipt as the form does, and looks at what is stored. */
async function upload(bytes: Buffer): Promise<Answer> {
  const [{ saveAttachment }, { receiptAttachment }, { attachmentStore }, { withShop }] = await Promise.all([
    import("~/core/attachments/save-attachment.server"),
    import("~/domain/submissions/receipt-attachment"),
    import("~/core/attachments/attachment-store.server"),
    import("~/platform/db/with-shop.server"),
  ]);
  try {
    const { id, contentType } = await saveAttachment(DEMO, receiptAttachment, { name: "receipt.png", bytes });
    await decodeUploads(DEMO);
    const { rows } = await withShop(DEMO, (tx) =>
      tx.$client.query<{ state: string; problem: string | null }>(
        "SELECT state, problem FROM attachments WHERE id = $1",
        [id],
      ),
    );
    const [decoded] = rows;
    if (decoded?.state !== "ready")
      throw Object.assign(new Error(decoded?.problem ?? "It waits."), {
        status: decoded?.problem ? 400 : 500,
      });
    const file = await attachmentStore.read(DEMO, id, "file");
    const problem = contentType === "application/pdf" ? undefined : await problemOf(file);
    return { isRefused: false, problem };
  } catch (error) {
    const { status, message } = error as { status?: number; message: string };
    const isKilled = message.includes("takes too long");
    return { isRefused: true, isKilled, problem: status === 400 ? undefined : message };
  }
}

async function problemOf(file: Buffer): Promise<string | undefined> {
  if (file.includes(PAYLOAD) || file.includes("<svg") || file.includes("PK\x03\x04"))
    return "The payload is in the stored picture.";
  const { format, exif, xmp, iptc, comments } = await sharp(file).metadata();
  if (!["jpeg", "png"].includes(format)) return `It was stored as ${format}.`;
  return exif || xmp || iptc || comments ? "Metadata is in the stored picture." : undefined;
}

/** How much more memory this process holds at the most while something runs, and the processes that decode, in MB. */
async function watchMemory<Result>(run: () => Promise<Result>) {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let [peak, decoder] = [before, 0];
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
    decoder = Math.max(decoder, ...childrenMemory());
  };
  const timer = setInterval(look, 10);
  const answer = await run();
  clearInterval(timer);
  look();
  return { answer, megabytes: (peak - before) / 1e6, decoderMegabytes: decoder / 1e6 };
}

/** The memory of this process's children in bytes, where the system tells it. */
function childrenMemory(): number[] {
  try {
    const pids = fs
      .readFileSync(`/proc/self/task/${process.pid}/children`, "utf8")
      .split(" ")
      .filter(Boolean);
    return pids.map((pid) => {
      const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
      const isDecoder = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("image-process");
      return isDecoder ? Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024 : 0;
    });
  } catch {
    // Another system, or a process that has just ended.
    return [];
  }
}
