import { z } from "zod";
import { call } from "~/core/call.server";
import { hitsOf } from "~/core/lists/hits.server";
import { numberedPageOf, numberedRequest } from "~/core/lists/numbered-page";
import { MAX_INVITEES, tooManyInvited } from "~/domain/invitations/messages";
import { inviteeEmail, inviteeNames } from "~/domain/invitations/person";
import { removeUsers } from "../remove-users.server";
import { startReport } from "../report.server";
import { eventId } from "../schemas";
import { inviteMany, inviteOne, listInvitees, readInviteeHits } from "./invites.server";
import { INVITE_TABS, INVITEES_PER_PAGE } from "./list";
import { inviteesList } from "./list.server";
import { written } from "./schemas";

const operationId = z.string().min(8).max(100).optional();

/** False for a draft, which takes no registrations yet. */
const isPublished = z.boolean();

/** The names in either spelling, for a call about one person. */
const camel = (input: unknown): unknown => {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const { first_name, last_name, ...rest } = input as Record<string, unknown>;
  return {
    ...(first_name !== undefined && { firstName: first_name }),
    ...(last_name !== undefined && { lastName: last_name }),
    ...rest,
  };
};

/** A part of the address or the name, or a day of the invitation as DD-MM-YYYY. */
const search = z.string().trim().max(254, "must be at most 254 characters").default("");

/** The calls about an event's invitees. */
export const inviteCalls = {
  inviteList: call("GET /events/invites/list/{eventId}", {
    for: "showEvents",
    summary: "A page of an event's invitees, latest first",
    input: z.object({
      eventId,
      ...numberedRequest(INVITEES_PER_PAGE),
      /** 1: those who registered; 0: those who have not; absent: both. */
      registered: z.enum(["0", "1"], "must be 0 or 1").optional(),
      /** Those of a tab of the page, instead of `registered`. */
      tab: z.enum(INVITE_TABS, `must be one of: ${INVITE_TABS.join(", ")}`).optional(),
      search,
    }),
    output: numberedPageOf(inviteesList.row),
    run: listInvitees,
  }),
  inviteHits: call("GET /events/invites/hits/{eventId}", {
    for: "showEvents",
    summary: "How many of an event's invitees of each tab a search finds",
    input: z.object({ eventId, search }),
    output: hitsOf(INVITE_TABS),
    run: readInviteeHits,
  }),
  inviteOne: call("POST /events/invites/user/{eventId}", {
    for: "showEvents",
    summary: "Invite one person to an event. Names are also accepted as first_name and last_name",
    input: {
      params: z.object({ eventId }),
      body: z.preprocess(camel, inviteeNames.extend({ email: inviteeEmail, operationId })),
    },
    output: z.object({ customer: inviteesList.row, isPublished }),
    run(context, { params, body }) {
      const { operationId, ...person } = body;
      return inviteOne(context, params.eventId, person, operationId);
    },
  }),
  inviteMany: call("POST /events/invites/users/{eventId}", {
    for: "showEvents",
    summary:
      "Invite several people to an event, or invite them again: objects with their names, or plain addresses",
    input: {
      params: z.object({ eventId }),
      query: z.object({ operationId }).default({}),
      body: z
        .array(written, "must be a list of people")
        .min(1, "must name at least one person")
        .max(MAX_INVITEES, tooManyInvited),
    },
    output: z.object({
      /** The job that invites them, with an outcome each. */
      jobId: z.string(),
      count: z.number().int(),
      isPublished,
    }),
    run: (context, { params, query, body }) => inviteMany(context, params.eventId, body, query.operationId),
  }),
  removeUsers: call("DELETE /events/{id}/users", {
    for: "showEvents",
    summary: "Remove all people from an event, including registered ones",
    input: z.object({ id: eventId, operationId }),
    output: z.object({ jobId: z.string().nullable(), count: z.number().int() }),
    run: (context, input) => removeUsers(context, input.id, input.operationId),
  }),
  report: call("POST /events/report/{id}", {
    for: "showEvents",
    summary: "Create an event's report and email it to the caller, at most once a minute",
    input: z.object({ id: eventId }),
    output: z.object({ jobId: z.string(), to: z.string() }),
    run: (context, input) => startReport(context, input.id),
  }),
};
