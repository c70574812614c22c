import { z } from "zod";
import { undoFields } from "~/core/audit/deletion.server";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { numberedPage, numberedPageOf, numberedRequest } from "~/core/lists/numbered-page";
import { readNumbered } from "~/core/lists/read-list.server";
import { withShop } from "~/platform/db/with-shop.server";
import { reason } from "../entrants/schemas";
import { MAX_DRAWN, MAX_REASON_LENGTH } from "../messages";
import { giveawayId, operationId } from "../schemas";
import { Draw } from "./algorithm.server";
import { changePlace, restorePlace } from "./change-place.server";
import { startDraw, startDrawFile } from "./draw-job.server";
import { entriesOf } from "./entries.server";
import { placesList } from "./list.server";
import { mailWinners } from "./mail-winners.server";
import { CHECKS, DOES_NOT_HOLD, HOLDS, mailedText } from "./messages";
import { findDraw, readDraw, readDraws, type WhichDraw } from "./read-draws.server";
import { count, draw, drawNumber, instant } from "./schemas";
import { commitmentTo } from "./seeds.server";

const answer = { status: z.literal(true), msg: z.string() };

const jobAnswer = z.object({ ...answer, jobId: z.string() });

const howMany = (problem: string, least: number) =>
  z.number(problem).int(problem).min(least, problem).max(MAX_DRAWN, problem);

const WINNERS_NOT_VALID = `Enter the number of winners as a whole number from 1 to ${MAX_DRAWN.toLocaleString("en-US")}.`;

const ALTERNATES_NOT_VALID = `Enter the number of alternates as a whole number from 0 to ${MAX_DRAWN.toLocaleString("en-US")}.`;

const whichDraw = {
  id: giveawayId,
  draw: drawNumber,
};

const placeRank = z.coerce.number("must be a place in the draw").int().min(1);

/** The calls for a giveaway's draws. */
export const drawCalls = {
  draws: call("GET /giveaways/{id}/draws", {
    for: "showGiveaways",
    summary: "The draws of a giveaway and the commitment of the next one",
    input: z.object({ id: giveawayId }),
    output: z.object({
      ...answer,
      /** The next draw: its seed's SHA-256, when that was committed, and how many entrants are eligible. */
      next: z.object({
        number: count,
        commitment: z.string(),
        committedAt: instant,
        eligible: count,
        /** How many of them aren't winners of another giveaway: those who take part without `repeatWinners`. */
        eligibleWithoutRepeats: count,
      }),
      list: z.array(draw),
    }),
    run: async (context, input) => ({
      status: true as const,
      msg: "",
      ...(await readDraws(context, input.id)),
    }),
  }),
  draw: call("POST /giveaways/{id}/draws", {
    for: "showGiveaways",
    summary: "Draw winners and alternates, as a job that closes registration",
    status: 202,
    input: z.object({
      id: giveawayId,
      winners: howMany(WINNERS_NOT_VALID, 1),
      alternates: howMany(ALTERNATES_NOT_VALID, 0).default(0),
      /** Whether winners of other giveaways may win again. */
      repeatWinners: z.boolean("must be true or false").default(true),
      /** Required for every draw after the first. */
      reason: z
        .string()
        .trim()
        .max(MAX_REASON_LENGTH, `must be at most ${MAX_REASON_LENGTH} characters`)
        .optional(),
      operationId,
    }),
    output: jobAnswer,
    async run(context, { operationId, ...request }) {
      const { jobId, name } = await startDraw(context, request, operationId);
      return { status: true as const, msg: `The draw of ${name} is being made.`, jobId };
    },
  }),
  drawDetail: call("GET /giveaways/{id}/draws/{draw}", {
    for: "showGiveaways",
    summary: "One draw",
    input: z.object(whichDraw),
    output: draw,
    run: readDraw,
  }),
  places: call("GET /giveaways/{id}/draws/{draw}/places", {
    for: "showGiveaways",
    summary: "A page of the drawn entrants in drawing order",
    input: z.object({ ...whichDraw, ...numberedRequest(placesList.pageSize) }),
    output: numberedPageOf(placesList.row),
    run: (context, { page, pageSize, ...filter }) =>
      withShop(context.shop.domain, async (tx) => {
        await findDraw(tx, context.shop.domain, filter);
        const { rows, total } = await readNumbered(context, placesList, { page, pageSize, filter }, tx);
        return numberedPage(rows, { total, page, pageSize });
      }),
  }),
  changePlace: call("POST /giveaways/{id}/draws/{draw}/places/{rank}", {
    for: "showGiveaways",
    summary: "Mark a drawn entrant as declined or disqualified. The next alternate moves up",
    input: z.object({
      ...whichDraw,
      rank: placeRank,
      state: z.enum(["declined", "disqualified"], "must be declined or disqualified"),
      reason,
    }),
    output: z.object({ ...answer, movedUp: z.number().int().nullable() }),
    async run(context, input) {
      const { shop, clock, administrator: actor } = context;
      const { place, movedUp } = await changePlace({ shop, clock, actor }, input);
      const out = `Entry ${place.number} ${input.state === "declined" ? "has declined" : "is disqualified"}.`;
      const next = movedUp ? `Entry ${movedUp.number} has moved up.` : "No alternate is left to move up.";
      const msg = place.state === "winner" ? `${out} ${next}` : out;
      return { status: true as const, msg, movedUp: movedUp?.rank ?? null };
    },
  }),
  putBack: call("POST /giveaways/{id}/draws/{draw}/places/{rank}/back", {
    for: "showGiveaways",
    summary: "Restore a drawn entrant. Their replacement becomes an alternate again",
    input: z.object({ ...whichDraw, rank: placeRank, ...undoFields }),
    output: z.object({ ...answer, movedDown: z.number().int().nullable() }),
    async run(context, input) {
      const { place, movedDown } = await restorePlace(context, input);
      const restored = `Entry ${place.number} is ${place.wasState === "winner" ? "a winner" : "an alternate"} again.`;
      const msg = movedDown ? `${restored} Entry ${movedDown.number} is an alternate again.` : restored;
      return { status: true as const, msg, movedDown: movedDown?.rank ?? null };
    },
  }),
  mailWinners: call("POST /giveaways/{id}/draws/{draw}/mails", {
    for: "showGiveaways",
    summary: "Email the winners who haven't been notified",
    input: z.object(whichDraw),
    output: z.object({
      ...answer,
      /** How many emails will be sent. */
      count,
      /** How many winners get none, because an earlier email to their address bounced. */
      blocked: count,
    }),
    async run(context, input) {
      const mailed = await mailWinners(context, input);
      return { status: true as const, msg: mailedText(mailed), ...mailed };
    },
  }),
  verify: call("GET /giveaways/{id}/draws/{draw}/verify", {
    for: "showGiveaways",
    summary: "Reproduce a draw from its saved data and compare",
    input: z.object(whichDraw),
    output: z.object({
      ...answer,
      holds: z.boolean(),
      checks: z.array(z.object({ what: z.string(), holds: z.boolean() })),
    }),
    async run(context, input) {
      const verified = await verifyDraw(context, input);
      return { status: true as const, msg: verified.holds ? HOLDS : DOES_NOT_HOLD, ...verified };
    },
  }),
  drawFile: call("POST /giveaways/{id}/draws/{draw}/file", {
    for: "showGiveaways",
    summary: "Write a draw and its entries to a file for public verification, as a job",
    status: 202,
    input: z.object({ ...whichDraw, operationId }),
    output: jobAnswer,
    async run(context, { operationId, ...which }) {
      const { jobId } = await startDrawFile(context, which, operationId);
      return {
        status: true as const,
        msg: "The file is being written. It will be in Jobs.",
        jobId,
      };
    },
  }),
};

/**
 * Reproduces a draw from its saved entries and seed, in batches that don't block other requests.
 * @throws 404 for an unknown draw
 */
async function verifyDraw({ shop: { domain } }: CallContext, which: WhichDraw) {
  const { draw: saved } = await withShop(domain, (tx) => findDraw(tx, domain, which));
  const again = new Draw();
  const query = (text: string, values: unknown[]) => withShop(domain, (tx) => tx.$client.query(text, values));
  for await (const entries of entriesOf(query, { shop: domain, giveawayId: which.id, draw: which.draw }))
    again.add(entries);
  const result = await again.draw(saved.seed, saved.winners + saved.alternates);
  const checks = [
    { what: CHECKS.commitment, holds: commitmentTo(saved.seed) === saved.commitment },
    { what: CHECKS.digest, holds: again.entriesDigest() === saved.entriesDigest },
    { what: CHECKS.count, holds: again.entries === saved.entries && again.tickets === saved.tickets },
    { what: CHECKS.result, holds: result.join() === saved.result.join() },
  ];
  return { holds: checks.every(({ holds }) => holds), checks };
}
