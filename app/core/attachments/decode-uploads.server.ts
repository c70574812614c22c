import { and, eq, sql } from "drizzle-orm";
import { withShop } from "~/platform/db/with-shop.server";
import { pause } from "~/platform/deadline.server";
import { Refusal } from "~/platform/errors";
import { type ImageOutput, processImage } from "~/platform/images/process-image.server";
import { processPdf } from "~/platform/images/process-pdf.server";
import { startIn, startSlice } from "~/platform/jobs/start-later.server";
import { defineTask, requestTask } from "~/platform/jobs/task.server";
import type { ContentType } from "./attachment-definition";
import { attachmentStore, type StoredVariant } from "./attachment-store.server";
import { DECODE_UPLOADS } from "./save-attachment.server";
import { attachments } from "./tables.server";

/** In pixels. A longer edge adds nothing to what a person can read. */
const MAX_EDGE = 5_000;
const THUMBNAIL_EDGE = 400;
/** Uploads of a shop that are decoded at the same time, each of another sender. */
const LANES = 2;
/**
 * Shops whose uploads this process decodes at the same time, so that they use few of the queue's slots. Another shop waits outside, and gets
 * its turn when a slice is over.
 */
const MAX_SHOPS = 2;
const TURN_MS = 500;
const shops = new Set<string>();
let isTurnWanted = false;

/** How often a free lane looks for an upload of another sender. */
const LOOK_MS = 100;
/** A process that decodes may die with the worker, or because of the file. */
const MAX_ATTEMPTS = 3;
/** What a sender's earlier uploads have cost counts for so long. */
const COST_HOURS = 1;

type Row = typeof attachments.$inferSelect;

/** Without one, each upload is a sender of its own. */
const senderOf = ({ sender, id }: Row): string => sender ?? id;

/**
 * Decodes uploads of people: pictures are re-encoded upright and without metadata, so that nothing is stored with them, and each file gets
 * a thumbnail. The sender whose uploads have cost the least time comes first, and has one decoded at a time, so that no sender waits for
 * another sender's many or large files. The row of an abandoned upload is deleted.
 */
export const decodeUploads = defineTask({
  ...DECODE_UPLOADS,
  // During an update, a worker of an earlier build drops the requests of a task that it doesn't know.
  schedule: {
    cron: "*/10 * * * *",
    due: "EXISTS (SELECT FROM attachments AS due WHERE due.shop = shops.shop AND due.state = 'waiting')",
  },
  async run(shop, signal, slot) {
    if (shops.size >= MAX_SHOPS) {
      isTurnWanted = true;
      throw startIn(TURN_MS, "Uploads of other shops are being decoded.");
    }
    shops.add(shop);
    isTurnWanted = false;
    const isSliceOver = startSlice({ isWanted: () => isTurnWanted || slot?.isWanted() === true });
    try {
      const isLeft = await decodeWaiting(shop, () => signal.aborted || isSliceOver());
      // Later than a shop that waits looks again.
      if (isLeft) throw startIn(isTurnWanted ? 2 * TURN_MS : 0, "Other work has its turn.");
    } finally {
      shops.delete(shop);
    }
  },
});

/** @returns true when it ended early */
async function decodeWaiting(shop: string, isOver: () => boolean): Promise<boolean> {
  const senders = new Set<string>();
  let choice: Promise<Row | undefined> = Promise.resolve(undefined);
  // One choice at a time, so that two lanes never choose uploads of the same sender.
  const choose = () => {
    choice = choice.then(async () => {
      const row = await takeNext(shop, senders);
      if (row) senders.add(senderOf(row));
      return row;
    });
    return choice;
  };
  const decodeOne = async (): Promise<boolean> => {
    const row = await choose();
    if (!row) return false;
    await decode(row).finally(() => senders.delete(senderOf(row)));
    return true;
  };
  const lane = async () => {
    while (!isOver()) {
      if (await decodeOne()) continue;
      if (senders.size === 0) return false;
      await pause(LOOK_MS);
    }
    return true;
  };
  const lanes = Array.from({ length: LANES }, lane);
  // Also after a failure: the next run would take what is still being decoded.
  await Promise.allSettled(lanes);
  const ends = await Promise.all(lanes);
  return ends.includes(true);
}

/** Counts an attempt of the next upload, of another sender than these. */
async function takeNext(shop: string, senders: ReadonlySet<string>): Promise<Row | undefined> {
  const spent = sql`(SELECT coalesce(sum(earlier.decode_ms), 0) FROM attachments AS earlier
    WHERE earlier.shop = ${attachments.shop} AND earlier.sender = ${attachments.sender}
      AND earlier.created_at > now() - make_interval(hours => ${COST_HOURS}))`;
  return withShop(shop, async (tx) => {
    const [next] = await tx
      .select({ id: attachments.id })
      .from(attachments)
      .where(
        and(
          eq(attachments.shop, shop),
          eq(attachments.state, "waiting"),
          sql`${attachments.storedAt} IS NOT NULL`,
          sql`coalesce(${attachments.sender}, ${attachments.id}::text) <> ALL (${sql.param([...senders])}::text[])`,
        ),
      )
      .orderBy(spent, attachments.createdAt)
      .limit(1)
      .for("update", { skipLocked: true });
    if (!next) return undefined;
    const [row] = await tx
      .update(attachments)
      .set({ decodeAttempts: sql`${attachments.decodeAttempts} + 1` })
      .where(isAttachment({ shop, id: next.id }))
      .returning();
    return row;
  });
}

const isAttachment = ({ shop, id }: Pick<Row, "shop" | "id">) =>
  and(eq(attachments.shop, shop), eq(attachments.id, id));

async function decode(row: Row): Promise<void> {
  const { shop, id } = row;
  const started = performance.now();
  try {
    if (row.decodeAttempts > MAX_ATTEMPTS) throw TOO_DEMANDING;
    const upload = await attachmentStore.read(shop, id, "upload");
    const { file, thumbnail, ...facts } = await convert(row.contentType as ContentType, upload);
    // An earlier attempt may have written a part.
    await withShop(shop, (tx) => attachmentStore.clear(tx, shop, id, ["file", "thumbnail"]));
    await attachmentStore.write(shop, id, "file", file);
    if (thumbnail) await attachmentStore.write(shop, id, "thumbnail", thumbnail);
    const sizes = { size: file.length, thumbnailSize: thumbnail?.length ?? null };
    await finish(row, { state: "ready", ...facts, ...sizes }, ["upload"], started);
  } catch (error) {
    // It was erased, or its entry has expired.
    if (error instanceof Refusal && error.status !== 400) return;
    if (!(error instanceof Refusal)) throw error;
    const all: StoredVariant[] = ["upload", "file", "thumbnail"];
    await finish(row, { state: "failed", problem: error.message }, all, started);
  }
}

const TOO_DEMANDING = new Refusal(
  400,
  "BAD_REQUEST",
  "This file takes too long to read. Save it again in a smaller size, and upload it again.",
);

/** Stores the result, deletes what is no longer needed, and publishes it to the record's task, if the row still exists. */
const finish = (
  { shop, id, task }: Row,
  change: Partial<Row>,
  unneeded: readonly StoredVariant[],
  started: number,
): Promise<void> =>
  withShop(shop, async (tx) => {
    const decodeMs = Math.round(performance.now() - started);
    await tx
      .update(attachments)
      .set({ ...change, decodeMs })
      .where(isAttachment({ shop, id }));
    await attachmentStore.clear(tx, shop, id, unneeded);
    if (task) await requestTask({ name: task }, shop, { tx });
  });

interface Converted {
  file: Buffer;
  thumbnail?: Buffer;
  width?: number;
  height?: number;
  pageCount?: number;
}

/** A GIF is stored as it is, because it would lose its other pictures. */
const FORMATS: Partial<Record<ContentType, ImageOutput["format"]>> = {
  "image/jpeg": "jpeg",
  "image/png": "png",
};

/** A PDF is stored as it is. */
async function convert(type: ContentType, bytes: Buffer): Promise<Converted> {
  if (type === "application/pdf") {
    const pdf = await processPdf(bytes, { maxPages: 1, maxEdge: THUMBNAIL_EDGE, lane: "visitors" });
    return { file: bytes, thumbnail: pdf?.pictures[0], pageCount: pdf?.pageCount };
  }
  const format = FORMATS[type];
  const thumbnailOutput: ImageOutput = { format: "jpeg", maxEdge: THUMBNAIL_EDGE };
  const outputs = format ? [thumbnailOutput, { format, maxEdge: MAX_EDGE }] : [thumbnailOutput];
  const { width, height, files } = await processImage(bytes, outputs, { lane: "visitors" });
  const [thumbnail, file = bytes] = files;
  return { file, thumbnail, width, height };
}
