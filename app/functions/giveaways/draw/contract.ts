import { z } from "zod";
import { numberedPageOf, numberedRequest } from "~/core/lists/numbered-page";
import { call } from "~/platform/contract/call";
import { reason } from "../entrants/contract";
import { PLACE_STATES } from "../entrants/states";
import { giveawayId, operationId } from "../giveaway-id";
import { MAX_DRAWN, MAX_REASON_LENGTH } from "../limits";
import { placesList } from "./list";

const count = z.number().int();
/** An instant, ISO 8601. */
const instant = z.string();
const answer = { status: z.literal(true), msg: z.string() };
const jobAnswer = z.object({ ...answer, jobId: z.string() });

/** A draw with everything needed to reproduce it, except its entries. */
const draw = z.object({
  number: count,
  drawnAt: instant,
  drawnBy: z.string(),
  /** Why another draw was made. */
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
  /** How many of the current winners have an email. Unlike `isTold` of a place, it includes queued emails. */
  told: count,
  /** How many of them have none and still take part. */
  untold: count,
});
export type GiveawayDraw = z.infer<typeof draw>;

/** A drawn entrant and their current state. */
const place = z.object({
  rank: count,
  number: count,
  name: z.string(),
  email: z.string(),
  state: z.enum(PLACE_STATES),
  reason: z.string().nullable(),
  changedAt: instant.nullable(),
  changedBy: z.string().nullable(),
  /** The email about the win has left the queue. Unlike this, `told` of a draw includes queued emails. */
  isTold: z.boolean(),
  isMailQueued: z.boolean(),
  /** Why the email about the win wasn't delivered. Null otherwise. */
  mailProblem: z.string().nullable(),
});
export type Place = z.infer<typeof place>;

const howMany = (problem: string, least: number) =>
  z.number(problem).int(problem).min(least, problem).max(MAX_DRAWN, problem);
const WINNERS_NOT_VALID = `Enter the number of winners as a whole number from 1 to ${MAX_DRAWN.toLocaleString("en-US")}.`;
const ALTERNATES_NOT_VALID = `Enter the number of alternates as a whole number from 0 to ${MAX_DRAWN.toLocaleString("en-US")}.`;

const whichDraw = {
  id: giveawayId,
  draw: z.coerce.number("must be the number of a draw").int("must be the number of a draw").min(1),
};

const placeRank = z.coerce.number("must be a place in the draw").int().min(1);

/** The calls for a giveaway's draws. */
export const drawCalls = {
  draws: call("showGiveaways")
    .route({
      method: "GET",
      path: "/giveaways/{id}/draws",
      summary: "The draws of a giveaway and the commitment of the next one",
    })
    .input(z.object({ id: giveawayId }))
    .output(
      z.object({
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
    ),
  draw: call("showGiveaways")
    .route({
      method: "POST",
      path: "/giveaways/{id}/draws",
      summary: "Draw winners and alternates, as a job that closes registration",
      successStatus: 202,
    })
    .input(
      z.object({
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
    )
    .output(jobAnswer),
  drawDetail: call("showGiveaways")
    .route({ method: "GET", path: "/giveaways/{id}/draws/{draw}", summary: "One draw" })
    .input(z.object(whichDraw))
    .output(draw),
  places: call("showGiveaways")
    .route({
      method: "GET",
      path: "/giveaways/{id}/draws/{draw}/places",
      summary: "A page of the drawn entrants in drawing order",
    })
    .input(z.object({ ...whichDraw, ...numberedRequest(placesList.pageSize) }))
    .output(numberedPageOf(place)),
  changePlace: call("showGiveaways")
    .route({
      method: "POST",
      path: "/giveaways/{id}/draws/{draw}/places/{rank}",
      summary: "Mark a drawn entrant as declined or disqualified. The next alternate moves up",
    })
    .input(
      z.object({
        ...whichDraw,
        rank: placeRank,
        state: z.enum(["declined", "disqualified"], "must be declined or disqualified"),
        reason,
      }),
    )
    .output(z.object({ ...answer, movedUp: z.number().int().nullable() })),
  putBack: call("showGiveaways")
    .route({
      method: "POST",
      path: "/giveaways/{id}/draws/{draw}/places/{rank}/back",
      summary: "Restore a drawn entrant. Their replacement becomes an alternate again",
    })
    .input(z.object({ ...whichDraw, rank: placeRank }))
    .output(z.object({ ...answer, movedDown: z.number().int().nullable() })),
  mailWinners: call("showGiveaways")
    .route({
      method: "POST",
      path: "/giveaways/{id}/draws/{draw}/mails",
      summary: "Email the winners who haven't been notified",
    })
    .input(z.object(whichDraw))
    .output(
      z.object({
        ...answer,
        /** How many emails will be sent. */
        count,
        /** How many winners get none, because an earlier email to their address bounced. */
        blocked: count,
      }),
    ),
  verify: call("showGiveaways")
    .route({
      method: "GET",
      path: "/giveaways/{id}/draws/{draw}/verify",
      summary: "Reproduce a draw from its saved data and compare",
    })
    .input(z.object(whichDraw))
    .output(
      z.object({
        ...answer,
        holds: z.boolean(),
        checks: z.array(z.object({ what: z.string(), holds: z.boolean() })),
      }),
    ),
  drawFile: call("showGiveaways")
    .route({
      method: "POST",
      path: "/giveaways/{id}/draws/{draw}/file",
      summary: "Write a draw and its entries to a file for public verification, as a job",
      successStatus: 202,
    })
    .input(z.object({ ...whichDraw, operationId }))
    .output(jobAnswer),
};
