import { randomUUID } from "node:crypto";
import { z } from "zod";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { reportExported } from "~/core/exports/audit.server";
import { withShop } from "~/platform/db/with-shop.server";
import { filesOfJobs } from "~/platform/files/read.server";
import { openFileWriter } from "~/platform/files/writer.server";
import { defineJob, type ItemOutcome, startJob } from "~/platform/jobs/job.server";
import { NOT_COUNTED } from "~/platform/jobs/progress";
import { fileTimestamp, slug } from "~/platform/sheets/file-name";
import { giveawaySubject } from "../audit.server";
import { findGiveaway } from "../giveaway.server";
import { drawFingerprint } from "./draw-fingerprint.server";
import { entriesOf } from "./entries.server";
import { findDraw, type WhichDraw } from "./read-draws.server";

/** The version of the file format. */
const FORMAT = "backroom-giveaway-draw-1";

/** Writes a draw to a file that anyone can verify with the program `docs/giveaways-verify.mjs`. It contains no personal data. */
export const drawFileJob = defineJob({
  name: "giveaways.draw-file",
  item: z.object({ id: z.number().int(), draw: z.number().int() }),
  concurrency: 1,
  isAwaited: true,
  async run(which, { shop, administrator, jobId, signal, progress }): Promise<ItemOutcome> {
    const made = await withShop(shop, (tx) => filesOfJobs(tx, shop, [jobId]));
    if (made.size > 0) return { state: "done", message: "The file is ready." };
    const { giveaway, draw } = await withShop(shop, async (tx) => ({
      giveaway: await findGiveaway(tx, shop, which.id),
      draw: (await findDraw(tx, shop, which)).draw,
    }));
    const name = `Giveaway_Draw_${slug(giveaway.name)}_${draw.number}_${fileTimestamp(new Date())}.json`;
    const writer = await openFileWriter(shop, {
      name,
      contentType: "application/json",
      permission: "showGiveaways",
      madeBy: administrator,
      jobId,
    });
    try {
      const { number, seed, commitment, entriesDigest, entries, tickets, winners, alternates, result } = draw;
      const head = {
        format: FORMAT,
        giveaway: giveaway.name,
        draw: number,
        committedAt: draw.committedAt,
        drawnAt: draw.drawnAt,
        ...{ seed, commitment, winners, alternates, tickets, entryCount: entries, entriesDigest, result },
        fingerprint: drawFingerprint(draw),
      };
      await writer.write(Buffer.from(`${JSON.stringify(head, null, 1).slice(0, -2)},\n "entries": [`));
      let separator = "\n";
      let done = 0;
      const query = (text: string, values: unknown[]) =>
        withShop(shop, (tx) => tx.$client.query(text, values));
      for await (const batch of entriesOf(query, { shop, giveawayId: which.id, draw: which.draw })) {
        signal.throwIfAborted();
        const lines = batch.map((entry) => JSON.stringify([entry.number, entry.weight, entry.digest]));
        await writer.write(Buffer.from(separator + lines.join(",\n")));
        separator = ",\n";
        done += batch.length;
        await progress(done, entries);
      }
      await writer.write(Buffer.from("\n]}\n"));
      await writer.finish((tx) =>
        recordAudit(tx, shop, reportExported, {
          actor: administrator,
          subject: { type: giveawaySubject, id: String(which.id) },
          before: null,
          after: { report: `Draw ${number} of ${giveaway.name}`, rows: entries, which: "the whole list" },
          jobId,
          flag: "showGiveaways",
        }),
      );
      return { state: "done", message: "The file is ready." };
    } catch (error) {
      // A file that can't be removed now is removed by the next attempt or when it expires.
      await writer.discard().catch(() => undefined);
      throw error;
    }
  },
});

/** Starts the job that writes a draw's file. @throws 404 for an unknown draw */
export async function startDrawFile(
  { shop: { domain }, administrator }: CallContext,
  which: WhichDraw,
  operationId: string = randomUUID(),
): Promise<{ jobId: string }> {
  const jobId = await withShop(domain, async (tx) => {
    await findDraw(tx, domain, which);
    const { name } = await findGiveaway(tx, domain, which.id);
    const title = `File of draw ${which.draw} of ${name}`;
    return startJob(tx, domain, drawFileJob, {
      title,
      permission: "showGiveaways",
      startedBy: administrator,
      items: [{ label: title, input: { id: which.id, draw: which.draw } }],
      params: NOT_COUNTED,
      operationId,
    });
  });
  return { jobId };
}
