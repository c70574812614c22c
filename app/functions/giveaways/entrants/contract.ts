import { z } from "zod";
import { numberedPageOf, numberedRequest } from "~/core/lists/numbered-page";
import { call } from "~/platform/contract/call";
import { giveawayId, operationId } from "../giveaway-id";
import { MAX_REASON_LENGTH, MAX_WEIGHT } from "../limits";
import { ENTRANT_TABS, entrantsList } from "./list";
import { ENTRANT_STATES, PLACE_STATES } from "./states";

const whichEntrants = {
  id: giveawayId,
  tab: z.enum(ENTRANT_TABS, `must be one of: ${ENTRANT_TABS.join(", ")}`).default("all"),
  /** Part of the name or the email address. */
  search: z.string().trim().max(60, "must be at most 60 characters").default(""),
};

/** An entrant. Erased fields are empty. */
const entrant = z.object({
  number: z.number().int(),
  name: z.string(),
  email: z.string(),
  /** An instant, ISO 8601. */
  registeredAt: z.string(),
  weight: z.number().int(),
  state: z.enum(ENTRANT_STATES),
  /** Why they were disqualified or reinstated. */
  reason: z.string().nullable(),
  /** Send it back with a change. */
  version: z.number().int(),
});
export type Entrant = z.infer<typeof entrant>;

/** An entrant with their state in the draws: a win, or else in the latest draw that drew them. */
const listedEntrant = entrant.extend({ place: z.enum(PLACE_STATES).nullable() });
export type ListedEntrant = z.infer<typeof listedEntrant>;

const WEIGHT_NOT_VALID = `Tickets must be a whole number from 1 to ${MAX_WEIGHT.toLocaleString("en-US")}.`;
export const REASON_NOT_VALID = `Enter a reason of at most ${MAX_REASON_LENGTH} characters.`;

const whichEntrant = {
  id: giveawayId,
  number: z.coerce.number("must be the number of an entrant").int("must be the number of an entrant").min(1),
  version: z.number().int().optional(),
};

/** A required reason. */
export const reason = z
  .string(REASON_NOT_VALID)
  .trim()
  .min(1, REASON_NOT_VALID)
  .max(MAX_REASON_LENGTH, REASON_NOT_VALID);

const changed = z.object({ status: z.literal(true), msg: z.string(), entrant });

/** The calls for a giveaway's entrants. */
export const entrantCalls = {
  entrants: call("showGiveaways")
    .route({
      method: "GET",
      path: "/giveaways/{id}/entrants",
      summary: "A page of a giveaway's entrants",
    })
    .input(
      z.object({
        ...whichEntrants,
        sort: z.string().max(40).optional(),
        ...numberedRequest(entrantsList.pageSize),
      }),
    )
    .output(numberedPageOf(listedEntrant)),
  setWeight: call("showGiveaways")
    .route({
      method: "PATCH",
      path: "/giveaways/{id}/entrants/{number}/weight",
      summary: "Set an entrant's tickets for the next draw",
    })
    .input(
      z.object({
        ...whichEntrant,
        weight: z
          .number(WEIGHT_NOT_VALID)
          .int(WEIGHT_NOT_VALID)
          .min(1, WEIGHT_NOT_VALID)
          .max(MAX_WEIGHT, WEIGHT_NOT_VALID),
        /** Required for more than one ticket. */
        reason: z.string(REASON_NOT_VALID).trim().max(MAX_REASON_LENGTH, REASON_NOT_VALID).default(""),
      }),
    )
    .output(changed),
  disqualify: call("showGiveaways")
    .route({
      method: "POST",
      path: "/giveaways/{id}/entrants/{number}/disqualify",
      summary: "Disqualify an entrant from future draws, with a reason",
    })
    .input(z.object({ ...whichEntrant, reason }))
    .output(changed),
  reinstate: call("showGiveaways")
    .route({
      method: "POST",
      path: "/giveaways/{id}/entrants/{number}/reinstate",
      summary: "Reinstate a disqualified entrant, with a reason",
    })
    .input(z.object({ ...whichEntrant, reason }))
    .output(changed),
  exportEntrants: call("showGiveaways")
    .route({
      method: "POST",
      path: "/giveaways/{id}/entrants/export",
      summary: "Export all entrants to a spreadsheet, as a job",
      successStatus: 202,
    })
    .input(z.object({ ...whichEntrants, operationId }))
    .output(z.object({ status: z.literal(true), msg: z.string(), jobId: z.string() })),
};
