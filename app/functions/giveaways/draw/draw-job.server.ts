import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { findShop } from "~/platform/auth/shops.server";
import type { CallContext } from "~/platform/contract/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { defineJob, type ItemContext, type ItemOutcome, startJob } from "~/platform/jobs/job.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { noteGiveaway } from "../audit.server";
import { holdOpenGiveaway, type ShopGiveaway } from "../giveaway.server";
import { giveawaysList } from "../list";
import { giveawayDraws, giveawayPlaces, giveaways } from "../tables.server";
import { Draw } from "./algorithm.server";
import { countEligible, entriesOf, keepEntries } from "./entries.server";
import { drawnText, NOBODY_ELIGIBLE } from "./messages";
import { commitSeed, openSeed } from "./seeds.server";

const input = z.object({
  giveawayId: z.number().int(),
  /** The number that the draw is to have: another one made meanwhile takes it. */
  draw: z.number().int(),
  winners: z.number().int(),
  alternates: z.number().int(),
  repeatWinners: z.boolean(),
  reason: z.string().nullable(),
});
type Asked = z.output<typeof input>;

/**
 * Makes a draw, in one transaction that holds the giveaway: its entries, its seed and its result are there together or not at
 * all, and nobody registers meanwhile or afterwards.
 */
export const drawJob = defineJob({
  name: "giveaways.draw",
  item: input,
  concurrency: 1,
  async run(asked, context): Promise<ItemOutcome> {
    const shop = await findShop(context.shop);
    if (!shop) throw notFound("The app is not installed in this shop any more.");
    const made = await withShop(shop.domain, async (tx) => {
      const giveaway = await holdOpenGiveaway(tx, shop.domain, asked.giveawayId);
      const earlier = await findByJob(tx, giveaway, context.jobId);
      if (earlier) return earlier;
      if (giveaway.drawn + 1 !== asked.draw) throw conflict(ANOTHER_DRAW);
      const { repeatWinners } = asked;
      await keepEntries(tx, { giveaway, timeZone: shop.timeZone, repeatWinners }, asked.draw);
      return makeDraw(tx, giveaway, asked, context);
    });
    publishChange(shop.domain, "showGiveaways", { list: giveawaysList.name });
    return { state: "done", message: drawnText(made.result.length, made.entries) };
  },
});

const ANOTHER_DRAW =
  "Another draw of this giveaway was made meanwhile. Look at it, and draw again if that is still needed.";

async function findByJob(tx: ShopTransaction, { shop, id }: ShopGiveaway, jobId: string) {
  const [draw] = await tx
    .select()
    .from(giveawayDraws)
    .where(
      and(eq(giveawayDraws.shop, shop), eq(giveawayDraws.giveawayId, id), eq(giveawayDraws.jobId, jobId)),
    );
  return draw;
}

async function makeDraw(tx: ShopTransaction, giveaway: ShopGiveaway, asked: Asked, context: ItemContext) {
  const { shop, id: giveawayId } = giveaway;
  const { draw: number, winners, alternates, repeatWinners, reason } = asked;
  const { administrator, jobId } = context;
  const now = new Date();
  const draw = new Draw();
  const query = (text: string, values: unknown[]) => tx.$client.query(text, values);
  for await (const entries of entriesOf(query, { shop, giveawayId, draw: number })) draw.add(entries);
  if (draw.entries === 0) throw badRequest(NOBODY_ELIGIBLE);
  const committed = await openSeed(tx, shop, giveawayId, number);
  const result = await draw.draw(committed.seed, winners + alternates);

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
  // Fixed now, before anybody can know what a further draw would be made from.
  await commitSeed(tx, shop, giveawayId, number + 1, now);
  await noteGiveaway(tx, shop, giveawayId, {
    action: "giveaway.drawn",
    actor: administrator,
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

/** How a draw is asked for. */
export interface DrawRequest {
  id: number;
  winners: number;
  alternates: number;
  repeatWinners: boolean;
  reason?: string;
}

/**
 * Starts the job that draws. The same operation id of the same person answers the same job.
 * @throws 404 for a giveaway that is not there, 409 for a deleted one, 400 when nobody could be drawn, and for a further draw
 *   without a reason
 */
export async function startDraw(
  { shop, administrator }: CallContext,
  { id, winners, alternates, repeatWinners, reason }: DrawRequest,
  operationId: string = randomUUID(),
): Promise<{ jobId: string; name: string }> {
  return withShop(shop.domain, async (tx) => {
    const giveaway = await holdOpenGiveaway(tx, shop.domain, id);
    if (giveaway.drawn > 0 && !reason) throw badRequest(REASON_NEEDED, { reason: REASON_NEEDED });
    const eligible = await countEligible(tx, { giveaway, timeZone: shop.timeZone, repeatWinners });
    if (eligible === 0) throw badRequest(NOBODY_ELIGIBLE);
    const draw = giveaway.drawn + 1;
    const asked = { giveawayId: id, draw, winners, alternates, repeatWinners, reason: reason || null };
    const jobId = await startJob(tx, shop.domain, drawJob, {
      title: `Draw ${draw} of ${giveaway.name}`,
      permission: "showGiveaways",
      startedBy: administrator,
      items: [{ label: giveaway.name, input: asked }],
      operationId,
    });
    return { jobId, name: giveaway.name };
  });
}

const REASON_NEEDED = "There is a draw already. Write why there is a further one.";
