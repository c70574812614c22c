import { z } from "zod";
import { deletionFields, readDeletion, undoFields } from "~/core/audit/deletion.server";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { numberedPage, numberedPageOf, numberedRequest, orderRequest } from "~/core/lists/numbered-page";
import { readNumbered } from "~/core/lists/read-list.server";
import { changeGiveaway, createGiveaway, giveawayDeletion, setDeleted } from "./change-giveaway.server";
import { drawCalls } from "./draw/calls.server";
import { entrantCalls } from "./entrants/calls.server";
import type { ShopGiveaway } from "./giveaway.server";
import { giveawayNames, giveawaysList, readFigure, readGiveaway } from "./list.server";
import { END_DATE_NOT_VALID, MAX_NAME_LENGTH, START_DATE_NOT_VALID } from "./messages";
import { startReport } from "./report/report.server";
import { day, fields, giveawayId, operationId, report } from "./schemas";

/** Accepted and ignored: the session identifies the administrator. */
const admin = z.union([z.string(), z.number()]).nullable().optional();

/** The result of a change: a message and the current giveaway. */
const changed = z.object({ status: z.literal(true), msg: z.string(), giveaway: giveawaysList.row });

/** The giveaway calls. */
export const giveawaysCalls = {
  create: call("POST /giveaways", {
    for: "showGiveaways",
    summary: "Create a giveaway",
    input: fields.extend({ admin, operationId }),
    output: changed,
    run: async (context, { operationId, admin: _, ...fields }) =>
      giveawayAnswer(context, await createGiveaway(context, fields, operationId), "is created"),
  }),
  change: call("PATCH /giveaways/{id}", {
    for: "showGiveaways",
    summary: "Change a giveaway. Omitted fields stay as they are",
    input: fields.partial().extend({
      id: giveawayId,
      admin,
      /** The version that the change is based on: 409 when the giveaway changed since. */
      version: z.number().int().optional(),
    }),
    output: changed,
    async run(context, { id, version, admin: _, ...fields }) {
      const { giveaway, isChanged } = await changeGiveaway(context, id, fields, version);
      return giveawayAnswer(context, giveaway, isChanged ? "is saved" : "has no changes");
    },
  }),
  remove: call("DELETE /giveaways/{id}", {
    for: "showGiveaways",
    summary: "Delete a giveaway. It can be restored",
    input: z.object({ id: giveawayId, admin }),
    output: changed.extend(deletionFields),
    async run(context, { id }) {
      const answer = await giveawayAnswer(context, await setDeleted(context, id, true), "is deleted");
      return { ...answer, ...(await readDeletion(context, giveawayDeletion, id)) };
    },
  }),
  restore: call("POST /giveaways/{id}/restore", {
    for: "showGiveaways",
    summary: "Restore a deleted giveaway",
    input: z.object({ id: giveawayId, ...undoFields }),
    output: changed,
    run: async (context, { id, isUndo }) =>
      giveawayAnswer(context, await setDeleted(context, id, false, isUndo), "is restored"),
  }),
  list: call("GET /giveaways/list", {
    for: "showGiveaways",
    summary: "A page of giveaways",
    input: z.object({
      /** Part of the name or the description. */
      search: giveawaysList.input.search,
      ...orderRequest(giveawaysList),
      ...numberedRequest(giveawaysList.pageSize),
    }),
    output: numberedPageOf(giveawaysList.row),
    async run(context, { search, sortField, sortOrder, ...request }) {
      const order = { key: sortField, descending: sortOrder === "desc" };
      const { rows, total } = await readNumbered(context, giveawaysList, {
        ...request,
        order,
        filter: { search },
      });
      return numberedPage(rows, { total, ...request });
    },
  }),
  report: call("GET /giveaways/report", {
    for: "showGiveaways",
    summary: "Report on a giveaway for a date range, with its workbook as a job",
    input: z.object({
      id: giveawayId,
      admin,
      name: z.string().max(MAX_NAME_LENGTH).optional(),
      startDate: day(START_DATE_NOT_VALID).optional(),
      endDate: day(END_DATE_NOT_VALID).optional(),
      operationId,
    }),
    output: changed.extend({ report, jobId: z.string() }),
    async run(context, input) {
      const { giveaway, report, jobId } = await startReport(context, input, input.operationId);
      const msg = `The report on ${giveaway.name} is ready. Its workbook is being written and will be in Jobs.`;
      return {
        status: true as const,
        msg,
        giveaway: await readGiveaway(context, giveaway.id),
        report,
        jobId,
      };
    },
  }),
  names: call("GET /giveaways/names", {
    for: "showGiveaways",
    summary: "The names of all giveaways, for a picker",
    output: z.object({
      status: z.literal(true),
      msg: z.string(),
      list: z.array(z.object({ id: z.number().int(), name: z.string() })),
    }),
    run: async (context) => ({
      status: true as const,
      msg: "",
      list: await giveawayNames(context),
    }),
  }),
  detail: call("GET /giveaways/{id}", {
    for: "showGiveaways",
    summary: "One giveaway, also a deleted one",
    input: z.object({ id: giveawayId }),
    output: giveawaysList.row,
    run: (context, input) => readGiveaway(context, input.id),
  }),
  figure: call("GET /giveaways/figure", {
    for: "showGiveaways",
    summary: "The live figure of the home page's card",
    output: z.object({ text: z.string(), asOf: z.string().nullable() }),
    run: async (context) => ({ text: await readFigure(context), asOf: null }),
  }),
  ...entrantCalls,
  ...drawCalls,
};

const giveawayAnswer = async (context: CallContext, { id, name }: ShopGiveaway, what: string) => ({
  status: true as const,
  msg: `${name} ${what}.`,
  giveaway: await readGiveaway(context, id),
});
