import sharp from "sharp";
import { seededRandom } from "../../../local-store/faults/seeded-random.ts";
import { drawReceipt } from "../../support/receipts.ts";
import { DEMO } from "../../support/test-shop.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";
import { until } from "../support/until.ts";

/** Of a side: 64 million pixels, the most that are accepted. */
const EDGE = 8_000;
const PICTURES = 6;
/** An honest receipt may take this many times as long as alone. */
const MAX_RATIO = 3;

/** A stranger's large pictures don't delay another visitor's receipt: neither its request, nor its check. */
export const largePictures: BackroomPromise = {
  id: "R38",
  title: "an honest receipt takes at most 3 × as long while six pictures of 64 megapixels arrive",
  isLong: true,
  async test(_shop, scale) {
    const rounds = scale === "small" ? 1 : 5;
    const random = seededRandom(38);
    const background = "#a06030";
    const large = await sharp({ create: { width: EDGE, height: EDGE, channels: 3, background } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const alone: Times[] = [];
    const beside: Times[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // The first one loads the libraries.
      await honestReceipt(await drawReceipt(random));
      alone.push(await honestReceipt(await drawReceipt(random)));
      for (let number = 0; number < PICTURES; number += 1) await store(large, "203.0.113.1");
      const decoding = decode();
      beside.push(await honestReceipt(await drawReceipt(random)));
      await decoding;
    }
    const ratioOf = (name: keyof Times) => median(beside, name) / median(alone, name);
    const describe = (name: keyof Times) =>
      `${name} ${median(alone, name).toFixed(0)} ms alone, ${median(beside, name).toFixed(0)} ms beside (${ratioOf(name).toFixed(1)} ×)`;
    return finding(
      `${rounds} rounds, ${PICTURES} pictures each: ${describe("stored")}, ${describe("checked")}`,
      {
        [`over ${MAX_RATIO} ×`]: Number(ratioOf("checked") > MAX_RATIO),
      },
    );
  },
};

/** In milliseconds from the request. */
interface Times {
  stored: number;
  checked: number;
}

const median = (times: readonly Times[], name: keyof Times): number =>
  times.map((one) => one[name]).sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

async function honestReceipt(bytes: Buffer): Promise<Times> {
  const started = performance.now();
  const id = await store(bytes, "198.51.100.1");
  const stored = performance.now() - started;
  const decoding = decode();
  await until("the receipt is ready", async () => (await stateOf(id)) === "ready");
  const checked = performance.now() - started;
  await decoding;
  return { stored, checked };
}

async function store(bytes: Buffer, sender: string): Promise<string> {
  const [{ saveAttachment }, { receiptAttachment }] = await Promise.all([
    import("~/core/attachments/save-attachment.server"),
    import("~/domain/submissions/receipt-attachment"),
  ]);
  return (await saveAttachment(DEMO, receiptAttachment, { name: "receipt.png", bytes, sender })).id;
}

let running: Promise<void> | undefined;

/** As the queue does it: at most one run at a time. */
function decode(): Promise<void> {
  running ??= import("~/core/attachments/decode-uploads.server")
    .then(({ decodeUploads }) => decodeUploads.run(DEMO, new AbortController().signal))
    .finally(() => {
      running = undefined;
    });
  return running;
}

async function stateOf(id: string): Promise<string | undefined> {
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { rows } = await withShop(DEMO, (tx) =>
    tx.$client.query<{ state: string }>("SELECT state FROM attachments WHERE id = $1", [id]),
  );
  return rows[0]?.state;
}
