import { z } from "zod";
import { deletionFields, readDeletion, undoFields } from "~/core/audit/deletion.server";
import { call } from "~/core/call.server";
import { hitsOf, readHits } from "~/core/lists/hits.server";
import { pageOf, pageRequest } from "~/core/lists/keyset-page";
import { readKeyset } from "~/core/lists/read-list.server";
import type { ShopEvent } from "~/domain/events/event.server";
import { eventSchema, readEvent, readEvents } from "~/domain/events/event-fields.server";
import { withShop } from "~/platform/db/with-shop.server";
import { archiveEvent, changeEvent, createEvent, eventDeletion, restoreEvent } from "./change.server";
import { checkInCalls } from "./check-in/calls.server";
import { inviteCalls } from "./invites/calls.server";
import { eventsList, readEventRow, readFigure } from "./list.server";
import { EVENT_TABS } from "./messages";
import { eventId, fields } from "./schemas";

const operationId = z.string().min(8).max(100).optional();

/** The specified calls about events, and those that the pages need beside them. */
export const eventsCalls = {
  ...inviteCalls,
  ...checkInCalls,
  list: call("GET /events/list", {
    for: "showEvents",
    summary: "Every event that isn't deleted, latest first",
    output: z.object({ list: z.array(eventSchema) }),
    run: async ({ shop: { domain } }) => ({ list: await withShop(domain, (tx) => readEvents(tx, domain)) }),
  }),
  page: call("GET /events", {
    for: "showEvents",
    summary: "A page of events with how many people each has",
    input: z.object({ ...eventsList.input, ...pageRequest }),
    output: pageOf(eventsList.row),
    run: (context, { part, ahead, refused, search, ...request }) =>
      readKeyset(context, eventsList, { ...request, filter: { part, ahead, refused, search } }),
  }),
  hits: call("GET /events/hits", {
    for: "showEvents",
    summary: "How many events of each tab a search finds",
    input: z.object({
      search: eventsList.input.search,
      ahead: eventsList.filters.ahead,
      refused: eventsList.filters.refused,
    }),
    output: hitsOf(EVENT_TABS),
    run: (reader, filter) =>
      readHits(reader.shop.domain, eventsList.query, EVENT_TABS, (part) => ({ ...filter, part, reader })),
  }),
  detail: call("GET /events/{id}", {
    for: "showEvents",
    summary: "One event",
    input: z.object({ id: eventId }),
    output: eventsList.row,
    run: (context, input) => readEventRow(context, input.id),
  }),
  create: call("POST /events", {
    for: "showEvents",
    summary: "Create an event",
    input: fields.extend({ operationId }),
    output: eventSchema,
    run: async (context, { operationId, ...fields }) =>
      answered(await createEvent(context, fields, operationId)),
  }),
  change: call("PATCH /events/{id}", {
    for: "showEvents",
    summary: "Change an event. Omitted fields stay as they are",
    input: fields.partial().extend({
      id: eventId,
      /** The version that was changed. Refused with 409 when it isn't the current one. */
      version: z.number().int().optional(),
    }),
    output: z.object({ event: eventSchema, changed: z.array(z.string()) }),
    async run(context, { id, version, ...fields }) {
      const { event, changed } = await changeEvent(context, id, fields, version);
      return { event: await answered(event), changed };
    },
  }),
  archive: call("PATCH /events/archive/{id}", {
    for: "showEvents",
    summary: "Delete an event. It can be restored",
    input: z.object({ id: eventId }),
    output: eventSchema.extend(deletionFields),
    async run(context, { id }) {
      const event = await answered(await archiveEvent(context, id));
      return { ...event, ...(await readDeletion(context, eventDeletion, id)) };
    },
  }),
  restore: call("PATCH /events/restore/{id}", {
    for: "showEvents",
    summary: "Take the deletion of an event back",
    input: z.object({ id: eventId, ...undoFields }),
    output: eventSchema,
    run: async (context, input) => answered(await restoreEvent(context, input)),
  }),
  figure: call("GET /events/figure", {
    for: "showEvents",
    summary: "The live figure of the home page's card",
    output: z.object({ text: z.string(), asOf: z.string().nullable() }),
    run: async (context) => ({ text: await readFigure(context), asOf: null }),
  }),
};

const answered = ({ shop, id }: ShopEvent) => readEvent(shop, id);
