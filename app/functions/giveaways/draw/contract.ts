import { z } from "zod";
import { call } from "~/platform/contract/call";
import { numberedPageOf, numberedRequest } from "~/platform/contract/numbered-page";
import { reason } from "../entrants/contract";
import { PLACE_STATES } from "../entrants/states";
import { giveawayId, operationId } from "../giveaway-id";
import { DRAWN_MOST, REASON_MOST } from "../limits";
import { placesList } from "./list";

const count = z.number().int();
/** An instant, ISO 8601. */
const instant = z.string();
const told = { status: z.literal(true), msg: z.string() };
const toldOfJob = z.object({ ...told, jobId: z.string() });

/** A draw with all that it follows from, but its entries. */
const draw = z.object({
  number: count,
  drawnAt: instant,
  drawnBy: z.string(),
  /** Why a further draw was made. */
  reason: z.string().nullable(),
  winners: count,
  alternates: count,
  repeatWinners: z.boolean(),
  seed: z.string(),
  commitment: z.string(),
  committedAt: instant,
  entriesDigest: z.string(),
  entries: count,
  tickets: count,
  /** How many of those who stand as winners now have been told by mail, and how many have not. */
  told: count,
  untold: count,
});
export type GiveawayDraw = z.infer<typeof draw>;

/** Somebody drawn, and where they stand by now. */
const place = z.object({
  rank: count,
  number: count,
  name: z.string(),
  email: z.string(),
  state: z.enum(PLACE_STATES),
  reason: z.string().nullable(),
  changedAt: instant.nullable(),
  changedBy: z.string().nullable(),
  isTold: z.boolean(),
});
export type Place = z.infer<typeof place>;

const howMany = (problem: string, least: number) =>
  z.number(problem).int(problem).min(least, problem).max(DRAWN_MOST, problem);
const WINNERS_NOT_VALID = `Write how many win, as a whole number from 1 to ${DRAWN_MOST.toLocaleString("en-US")}.`;
const ALTERNATES_NOT_VALID = `Write how many alternates are drawn, as a whole number from 0 to ${DRAWN_MOST.toLocaleString("en-US")}.`;

const whichDraw = {
  id: giveawayId,
  draw: z.coerce.number("must be the number of a draw").int("must be the number of a draw").min(1),
};

const placeRank = z.coerce.number("must be the place of somebody drawn").int().min(1);

/** The calls about the draws of a giveaway. */
export const drawCalls = {
  draws: call("showGiveaways")
    .route({
      method: "GET",
      path: "/giveaways/{id}/draws",
      summary: "The draws of a giveaway, and what is fixed of the next one",
    })
    .input(z.object({ id: giveawayId }))
    .output(
      z.object({
        ...told,
        /** The draw to come: the SHA-256 of its seed, since when that is fixed, and how many take part. */
        next: z.object({ number: count, commitment: z.string(), committedAt: instant, eligible: count }),
        list: z.array(draw),
      }),
    ),
  draw: call("showGiveaways")
    .route({
      method: "POST",
      path: "/giveaways/{id}/draws",
      summary: "Draw winners and alternates, as a job; it ends the registrations",
      successStatus: 202,
    })
    .input(
      z.object({
        id: giveawayId,
        winners: howMany(WINNERS_NOT_VALID, 1),
        alternates: howMany(ALTERNATES_NOT_VALID, 0).default(0),
        /** Whether winners of other giveaways may win again. */
        repeatWinners: z.boolean("must be true or false").default(true),
        /** Needed for a further draw. */
        reason: z.string().trim().max(REASON_MOST, `must be at most ${REASON_MOST} characters`).optional(),
        operationId,
      }),
    )
    .output(toldOfJob),
  drawDetail: call("showGiveaways")
    .route({ method: "GET", path: "/giveaways/{id}/draws/{draw}", summary: "One draw" })
    .input(z.object(whichDraw))
    .output(draw),
  places: call("showGiveaways")
    .route({
      method: "GET",
      path: "/giveaways/{id}/draws/{draw}/places",
      summary: "A page of those who were drawn, in the order in which they were",
    })
    .input(z.object({ ...whichDraw, ...numberedRequest(placesList.pageSize) }))
    .output(numberedPageOf(place)),
  changePlace: call("showGiveaways")
    .route({
      method: "POST",
      path: "/giveaways/{id}/draws/{draw}/places/{rank}",
      summary: "Note that somebody drawn declined or is disqualified; the next alternate moves up",
    })
    .input(
      z.object({
        ...whichDraw,
        rank: placeRank,
        state: z.enum(["declined", "disqualified"], "must be declined or disqualified"),
        reason,
      }),
    )
    .output(z.object({ ...told, movedUp: z.number().int().nullable() })),
  putBack: call("showGiveaways")
    .route({
      method: "POST",
      path: "/giveaways/{id}/draws/{draw}/places/{rank}/back",
      summary: "Take back that somebody drawn is out; who moved up for them is an alternate again",
    })
    .input(z.object({ ...whichDraw, rank: placeRank }))
    .output(z.object({ ...told, movedDown: z.number().int().nullable() })),
  mailWinners: call("showGiveaways")
    .route({
      method: "POST",
      path: "/giveaways/{id}/draws/{draw}/mails",
      summary: "Mail those who stand as winners and have not been told",
    })
    .input(z.object(whichDraw))
    .output(z.object({ ...told, count })),
  verify: call("showGiveaways")
    .route({
      method: "GET",
      path: "/giveaways/{id}/draws/{draw}/verify",
      summary: "Run a draw again from what was saved, and compare",
    })
    .input(z.object(whichDraw))
    .output(
      z.object({
        ...told,
        holds: z.boolean(),
        checks: z.array(z.object({ what: z.string(), holds: z.boolean() })),
      }),
    ),
  drawFile: call("showGiveaways")
    .route({
      method: "POST",
      path: "/giveaways/{id}/draws/{draw}/file",
      summary: "Write a draw with its entries into a file that anyone can run again, as a job",
      successStatus: 202,
    })
    .input(z.object({ ...whichDraw, operationId }))
    .output(toldOfJob),
};
