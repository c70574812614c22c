import { z } from "zod";
import { call } from "~/core/call.server";
import { pageOf, pageRequest } from "~/core/lists/keyset-page";
import { archiveEvent, changeEvent, createEvent, restoreEvent } from "./change.server";
import { checkInCalls } from "./check-in/calls.server";
import { inviteCalls } from "./invites/calls.server";
import { EVENT_PARTS } from "./messages";
import { eventOf, listEvents, pageOfEvents, readEvent, readFigure } from "./read.server";
import { event, eventId, eventRow, fields } from "./schemas";

const operationId = z.string().min(8).max(100).optional();

/** The specified calls about events, and those that the pages need beside them. */
export const eventsCalls = {
  ...inviteCalls,
  ...checkInCalls,
  list: call("GET /events/list", {
    for: "showEvents",
    summary: "Every event that isn't deleted, latest first",
    output: z.object({ list: z.array(event) }),
    run: async (context) => ({ list: await listEvents(context) }),
  }),
  page: call("GET /events", {
    for: "showEvents",
    summary: "A page of events with how many people each has",
    input: z.object({
      part: z.enum(EVENT_PARTS, `must be one of: ${EVENT_PARTS.join(", ")}`).default("events"),
      search: z.string().trim().max(60, "must be at most 60 characters").default(""),
      sort: z.string().max(40).optional(),
      ...pageRequest,
    }),
    output: pageOf(eventRow),
    run: pageOfEvents,
  }),
  detail: call("GET /events/{id}", {
    for: "showEvents",
    summary: "One event",
    input: z.object({ id: eventId }),
    output: eventRow,
    run: (context, input) => readEvent(context, input.id),
  }),
  create: call("POST /events", {
    for: "showEvents",
    summary: "Create an event",
    input: fields.extend({ operationId }),
    output: event,
    run: async (context, { operationId, ...fields }) =>
      eventOf(await createEvent(context, fields, operationId)),
  }),
  change: call("PATCH /events/{id}", {
    for: "showEvents",
    summary: "Change an event. Omitted fields stay as they are",
    input: fields.partial().extend({
      id: eventId,
      /** The version that was changed. Refused with 409 when it isn't the current one. */
      version: z.number().int().optional(),
    }),
    output: z.object({ event, changed: z.array(z.string()) }),
    async run(context, { id, version, ...fields }) {
      const { event, changed } = await changeEvent(context, id, fields, version);
      return { event: eventOf(event), changed };
    },
  }),
  archive: call("PATCH /events/archive/{id}", {
    for: "showEvents",
    summary: "Delete an event. It can be restored",
    input: z.object({ id: eventId }),
    output: event,
    run: async (context, input) => eventOf(await archiveEvent(context, input.id)),
  }),
  restore: call("PATCH /events/restore/{id}", {
    for: "showEvents",
    summary: "Take the deletion of an event back",
    input: z.object({ id: eventId }),
    output: event,
    run: async (context, input) => eventOf(await restoreEvent(context, input.id)),
  }),
  figure: call("GET /events/figure", {
    for: "showEvents",
    summary: "The live figure of the home page's card",
    output: z.object({ text: z.string(), asOf: z.string().nullable() }),
    run: async (context) => ({ text: await readFigure(context), asOf: null }),
  }),
};
