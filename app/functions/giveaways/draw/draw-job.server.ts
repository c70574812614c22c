import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { findShop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound, type Refusal } from "~/platform/errors";
import { filesOfJobs } from "~/platform/files/read.server";
import { openFileWriter } from "~/platform/files/writer.server";
import {
  defineJob,
  findStartedJob,
  type ItemContext,
  type ItemOutcome,
  startJob,
} from "~/platform/jobs/job.server";
import { NOT_COUNTED } from "~/platform/jobs/states";
import { publishChange } from "~/platform/realtime/publish.server";
import { fileTimestamp, slug } from "~/platform/sheets/spreadsheet";
import { drawFileCreated, giveawaySubject, winnersDrawn } from "../audit.server";
import {
  findGiveaway,
  lockOpenGiveaway,
  lockWinners,
  recordGiveawayAudit,
  type ShopGiveaway,
} from "../giveaway.server";
import { GIVEAWAYS_LIST } from "../messages";
import { giveawayDraws, giveawayPlaces, giveaways } from "../tables.server";
import { Draw } from "./algorithm.server";
import { drawFile } from "./draw-file.server";
import { countEligible, entriesOf, saveEntries } from "./entries.server";
import { drawnText, NO_ELIGIBLE_ENTRANTS } from "./messages";
import { findDraw, type WhichDraw } from "./read-draws.server";
import { commitSeed, openSeed } from "./seeds.server";

const input = z.object({
  giveawayId: z.number().int(),
  /** The expected number of the draw, which detects a concurrent one. */
  draw: z.number().int(),
  winners: z.number().int(),
  alternates: z.number().int(),
  repeatWinners: z.boolean(),
  reason: z.string().nullable(),
});
type Request = z.output<typeof input>;

/**
 * Makes a draw in one transaction that locks the giveaway: entries, seed and result are stored together or not at all, and
 * registration is closed during or after it.
 */
export const drawJob = defineJob({
  name: "giveaways.draw",
  item: input,
  concurrency: 1,
  isAwaited: true,
  async run(request, context): Promise<ItemOutcome> {
    const shop = await findShop(context.shop);
    if (!shop) throw notFound("The app is no longer installed in this shop.");
    const made = await withShop(shop.domain, async (tx) => {
      await lockWinners(tx, shop.domain);
      const giveaway = await lockOpenGiveaway(tx, shop.domain, request.giveawayId);
      const earlier = await findByJob(tx, giveaway, context.jobId);
      if (earlier) return earlier;
      if (giveaway.drawn + 1 !== request.draw) throw await anotherDraw(tx, giveaway);
      const { repeatWinners } = request;
      await saveEntries(tx, { giveaway, timeZone: shop.timeZone, repeatWinners }, request.draw);
      return makeDraw(tx, giveaway, request, context);
    });
    publishChange(shop.domain, "showGiveaways", { list: GIVEAWAYS_LIST });
    return { state: "done", message: drawnText(made.result.length, made.entries) };
  },
});

async function anotherDraw(tx: ShopTransaction, { shop, id, drawn }: ShopGiveaway): Promise<Refusal> {
  const { draw } = await findDraw(tx, shop, { id, draw: drawn });
  return conflict(
    `${draw.drawnByName} made another draw of this giveaway in the meantime. Review it, and draw again if you still need to.`,
  );
}

async function findByJob(tx: ShopTransaction, { shop, id }: ShopGiveaway, jobId: string) {
  const [draw] = await tx
    .select()
    .from(giveawayDraws)
    .where(
      and(eq(giveawayDraws.shop, shop), eq(giveawayDraws.giveawayId, id), eq(giveawayDraws.jobId, jobId)),
    );
  return draw;
}

async function makeDraw(tx: ShopTransaction, giveaway: ShopGiveaway, request: Request, context: ItemContext) {
  const { shop, id: giveawayId } = giveaway;
  const { draw: number, winners, alternates, repeatWinners, reason } = request;
  const { administrator, jobId } = context;
  const now = new Date();
  const draw = new Draw();
  const query = (text: string, values: unknown[]) => tx.$client.query(text, values);
  for await (const entries of entriesOf(query, { shop, giveawayId, draw: number })) draw.add(entries);
  if (draw.entries === 0) throw badRequest(NO_ELIGIBLE_ENTRANTS);
  const committed = await openSeed(tx, shop, giveawayId, number);
  // PostgreSQL ends a transaction that is idle for long.
  const result = await draw.draw(committed.seed, winners + alternates, () => tx.execute(sql`SELECT 1`));

  const row = {
    ...{ shop, giveawayId, number, ...committed, winners, alternates, repeatWinners, reason, result, jobId },
    entriesDigest: draw.entriesDigest(),
    entries: draw.entries,
    tickets: draw.tickets,
    drawnAt: now,
    drawnById: administrator.id,
    drawnByName: administrator.name,
  };
  await tx.insert(giveawayDraws).values(row);
  await tx.insert(giveawayPlaces).values(
    result.map((entrant, index) => ({
      ...{ shop, giveawayId, draw: number, rank: index + 1, number: entrant },
      state: index < winners ? ("winner" as const) : ("alternate" as const),
    })),
  );
  await tx
    .update(giveaways)
    .set({ drawn: number, closedAt: sql`coalesce(${giveaways.closedAt}, ${now})` })
    .where(and(eq(giveaways.shop, shop), eq(giveaways.id, giveawayId)));
  // Committed now, before anyone can know the entries of the next draw.
  await commitSeed(tx, shop, giveawayId, number + 1, now);
  await recordGiveawayAudit(tx, shop, giveawayId, winnersDrawn, {
    actor: administrator,
    before: null,
    after: {
      draw: number,
      entries: draw.entries,
      winners: result.slice(0, winners).join(", "),
      reason: reason ?? "",
    },
    jobId,
  });
  return row;
}

/** The parameters of a draw. */
export interface DrawRequest {
  id: number;
  winners: number;
  alternates: number;
  repeatWinners: boolean;
  reason?: string;
}

/**
 * Starts the job that draws. Repeating the caller's operation id returns the same job.
 * @throws 404 for an unknown giveaway, 409 for a deleted one, 400 when there are no eligible entrants, and for another draw
 *   without a reason
 */
export async function startDraw(
  { shop, administrator }: CallContext,
  { id, winners, alternates, repeatWinners, reason }: DrawRequest,
  operationId: string = randomUUID(),
): Promise<{ jobId: string; name: string }> {
  return withShop(shop.domain, async (tx) => {
    const giveaway = await lockOpenGiveaway(tx, shop.domain, id);
    const operation = { startedBy: administrator, operationId };
    const earlier = await findStartedJob(tx, shop.domain, drawJob, operation);
    if (!earlier) {
      if (giveaway.drawn > 0 && !reason) throw badRequest(REASON_NEEDED, { reason: REASON_NEEDED });
      const counts = await countEligible(tx, { giveaway, timeZone: shop.timeZone });
      if ((repeatWinners ? counts.eligible : counts.eligibleWithoutRepeats) === 0)
        throw badRequest(NO_ELIGIBLE_ENTRANTS);
    }
    // With the number of its own draw, a repeated request is the same one.
    const { draw = giveaway.drawn + 1 } = (earlier?.params ?? {}) as { draw?: number };
    const request = { giveawayId: id, draw, winners, alternates, repeatWinners, reason: reason || null };
    const jobId = await startJob(tx, shop.domain, drawJob, {
      title: `Draw ${draw} of ${giveaway.name}`,
      permission: "showGiveaways",
      ...operation,
      items: [{ label: giveaway.name, input: request }],
      params: { draw },
      doneWord: "draw made",
    });
    return { jobId, name: giveaway.name };
  });
}

const REASON_NEEDED = "This giveaway was already drawn. Enter the reason for another draw.";

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
