import { z } from "zod";
import { call } from "~/platform/contract/call";
import { numberedPageOf, numberedRequest } from "~/platform/contract/numbered-page";
import { giveawayId, operationId } from "../giveaway-id";
import { REASON_MOST, WEIGHT_MOST } from "../limits";
import { ENTRANT_TABS, entrantsList } from "./list";
import { ENTRANT_STATES } from "./states";

const whichEntrants = {
  id: giveawayId,
  tab: z.enum(ENTRANT_TABS, `must be one of: ${ENTRANT_TABS.join(", ")}`).default("all"),
  /** A part of the name or the address. */
  search: z.string().trim().max(60, "must be at most 60 characters").default(""),
};

/** Somebody who registered. What was erased is empty. */
const entrant = z.object({
  number: z.number().int(),
  name: z.string(),
  email: z.string(),
  /** An instant, ISO 8601. */
  registeredAt: z.string(),
  weight: z.number().int(),
  state: z.enum(ENTRANT_STATES),
  /** Why they were disqualified, or let in again. */
  reason: z.string().nullable(),
  /** To be sent back with a change. */
  version: z.number().int(),
});
export type Entrant = z.infer<typeof entrant>;

const WEIGHT_NOT_VALID = `Tickets must be a whole number from 1 to ${WEIGHT_MOST.toLocaleString("en-US")}.`;
const REASON_NOT_VALID = `Write why, in at most ${REASON_MOST} characters.`;

const whichEntrant = {
  id: giveawayId,
  number: z.coerce.number("must be the number of an entrant").int("must be the number of an entrant").min(1),
  version: z.number().int().optional(),
};

/** Why something is done with somebody, in words; needed. */
export const reason = z
  .string(REASON_NOT_VALID)
  .trim()
  .min(1, REASON_NOT_VALID)
  .max(REASON_MOST, REASON_NOT_VALID);

const changed = z.object({ status: z.literal(true), msg: z.string(), entrant });

/** The calls about those who registered for a giveaway. */
export const entrantCalls = {
  entrants: call("showGiveaways")
    .route({
      method: "GET",
      path: "/giveaways/{id}/entrants",
      summary: "A page of those who registered for a giveaway",
    })
    .input(
      z.object({
        ...whichEntrants,
        sort: z.string().max(40).optional(),
        ...numberedRequest(entrantsList.pageSize),
      }),
    )
    .output(numberedPageOf(entrant)),
  setWeight: call("showGiveaways")
    .route({
      method: "PATCH",
      path: "/giveaways/{id}/entrants/{number}/weight",
      summary: "Say how many tickets an entrant has in the next draw",
    })
    .input(
      z.object({
        ...whichEntrant,
        weight: z
          .number(WEIGHT_NOT_VALID)
          .int(WEIGHT_NOT_VALID)
          .min(1, WEIGHT_NOT_VALID)
          .max(WEIGHT_MOST, WEIGHT_NOT_VALID),
      }),
    )
    .output(changed),
  disqualify: call("showGiveaways")
    .route({
      method: "POST",
      path: "/giveaways/{id}/entrants/{number}/disqualify",
      summary: "Leave an entrant out of the draws to come, with a reason",
    })
    .input(z.object({ ...whichEntrant, reason }))
    .output(changed),
  reinstate: call("showGiveaways")
    .route({
      method: "POST",
      path: "/giveaways/{id}/entrants/{number}/reinstate",
      summary: "Let a disqualified entrant take part again, with a reason",
    })
    .input(z.object({ ...whichEntrant, reason }))
    .output(changed),
  exportEntrants: call("showGiveaways")
    .route({
      method: "POST",
      path: "/giveaways/{id}/entrants/export",
      summary: "Write the spreadsheet of those who registered, of any length, as a job",
      successStatus: 202,
    })
    .input(z.object({ ...whichEntrants, operationId }))
    .output(z.object({ status: z.literal(true), msg: z.string(), jobId: z.string() })),
};
