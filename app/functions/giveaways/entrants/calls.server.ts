import { z } from "zod";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { hitsOf, readHits } from "~/core/lists/hits.server";
import { numberedPageOf, numberedRequest } from "~/core/lists/numbered-page";
import { pluralize } from "~/platform/text/pluralize";
import { MAX_REASON_LENGTH, MAX_WEIGHT } from "../messages";
import { startEntrantsExport } from "../report/report.server";
import { giveawayId, operationId } from "../schemas";
import { setDisqualified, setWeight } from "./change-entrant.server";
import {
  entrantsList,
  listEntrants,
  listedEntrant,
  nameOf,
  readEntrant,
  type ShopEntrant,
} from "./list.server";
import { REASON_NOT_VALID, reason } from "./schemas";
import { ENTRANT_TABS } from "./states";

const whichEntrants = {
  ...entrantsList.filters,
  /** Part of the name or the email address. */
  search: entrantsList.input.search,
};

const WEIGHT_NOT_VALID = `Tickets must be a whole number from 1 to ${MAX_WEIGHT.toLocaleString("en-US")}.`;

const whichEntrant = {
  id: giveawayId,
  number: z.coerce.number("must be the number of an entrant").int("must be the number of an entrant").min(1),
  version: z.number().int().optional(),
};

const changed = z.object({ status: z.literal(true), msg: z.string(), entrant: entrantsList.row });

/** The calls for a giveaway's entrants. */
export const entrantCalls = {
  entrants: call("GET /giveaways/{id}/entrants", {
    for: "showGiveaways",
    summary: "A page of a giveaway's entrants",
    input: z.object({
      ...whichEntrants,
      sort: z.string().max(40).optional(),
      ...numberedRequest(entrantsList.pageSize),
    }),
    output: numberedPageOf(listedEntrant),
    run: listEntrants,
  }),
  entrantHits: call("GET /giveaways/{id}/entrants/hits", {
    for: "showGiveaways",
    summary: "How many of a giveaway's entrants of each tab a search finds",
    input: z.object({ id: giveawayId, search: entrantsList.input.search }),
    output: hitsOf(ENTRANT_TABS),
    run: (reader, which) =>
      readHits(reader.shop.domain, entrantsList.query, ENTRANT_TABS, (tab) => ({ ...which, tab, reader })),
  }),
  setWeight: call("PATCH /giveaways/{id}/entrants/{number}/weight", {
    for: "showGiveaways",
    summary: "Set an entrant's tickets for the next draw",
    input: z.object({
      ...whichEntrant,
      weight: z
        .number(WEIGHT_NOT_VALID)
        .int(WEIGHT_NOT_VALID)
        .min(1, WEIGHT_NOT_VALID)
        .max(MAX_WEIGHT, WEIGHT_NOT_VALID),
      /** Required for more than one ticket. */
      reason: z.string(REASON_NOT_VALID).trim().max(MAX_REASON_LENGTH, REASON_NOT_VALID).default(""),
    }),
    output: changed,
    async run(context, input) {
      const entrant = await setWeight(context, input);
      const tickets = pluralize(entrant.weight, "ticket");
      return entrantAnswer(context, entrant, `has ${tickets}`);
    },
  }),
  disqualify: call("POST /giveaways/{id}/entrants/{number}/disqualify", {
    for: "showGiveaways",
    summary: "Disqualify an entrant from future draws, with a reason",
    input: z.object({ ...whichEntrant, reason }),
    output: changed,
    run: async (context, input) =>
      entrantAnswer(
        context,
        await setDisqualified(context, { ...input, isDisqualified: true }),
        "is disqualified",
      ),
  }),
  reinstate: call("POST /giveaways/{id}/entrants/{number}/reinstate", {
    for: "showGiveaways",
    summary: "Reinstate a disqualified entrant, with a reason",
    input: z.object({ ...whichEntrant, reason }),
    output: changed,
    run: async (context, input) =>
      entrantAnswer(
        context,
        await setDisqualified(context, { ...input, isDisqualified: false }),
        "takes part again",
      ),
  }),
  exportEntrants: call("POST /giveaways/{id}/entrants/export", {
    for: "showGiveaways",
    summary: "Export all entrants to a spreadsheet, as a job",
    status: 202,
    input: z.object({ ...whichEntrants, operationId }),
    output: z.object({ status: z.literal(true), msg: z.string(), jobId: z.string() }),
    async run(context, { operationId, ...which }) {
      const { jobId } = await startEntrantsExport(context, which, operationId);
      return {
        status: true as const,
        msg: "The spreadsheet is being written. It will be in Jobs.",
        jobId,
      };
    },
  }),
};

const entrantAnswer = async (context: CallContext, entrant: ShopEntrant, what: string) => ({
  status: true as const,
  msg: `${nameOf(entrant)} ${what}.`,
  entrant: await readEntrant(context, entrant),
});
