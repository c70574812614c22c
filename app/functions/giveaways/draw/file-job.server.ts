import { randomUUID } from "node:crypto";
import { z } from "zod";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import { filesOfJobs } from "~/platform/files/read.server";
import { openFileWriter } from "~/platform/files/writer.server";
import { defineJob, type ItemOutcome, startJob } from "~/platform/jobs/job.server";
import { NOT_COUNTED } from "~/platform/jobs/states";
import { fileTimestamp, slug } from "~/platform/sheets/spreadsheet";
import { drawFileCreated, giveawaySubject } from "../audit.server";
import { findGiveaway } from "../giveaway.server";
import { drawFile } from "./draw-file.server";
import { findDraw, type WhichDraw } from "./read-draws.server";

/** Writes a draw's file for an administrator. */
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
      let done = 0;
      for await (const { text, entries } of drawFile(giveaway.name, draw)) {
        signal.throwIfAborted();
        await writer.write(Buffer.from(text));
        done += entries;
        await progress(done, draw.entries);
      }
      await writer.finish((tx) =>
        recordAudit(tx, shop, drawFileCreated, {
          actor: administrator,
          subject: { type: giveawaySubject, id: String(which.id) },
          before: null,
          after: { draw: draw.number, entries: draw.entries },
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
