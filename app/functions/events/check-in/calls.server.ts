import { z } from "zod";
import { call } from "~/core/call.server";
import { hitsOf } from "~/core/lists/hits.server";
import { numberedPageOf, numberedRequest } from "~/core/lists/numbered-page";
import { GUEST_STATES } from "~/domain/events/guests/guest-state";
import { eventId } from "../schemas";
import {
  changeGuestState,
  checkIn,
  listCheckIns,
  readCheckInHits,
  readCheckInRows,
  readGuest,
  undoCheckIn,
} from "./check-in.server";
import { guest } from "./list.server";
import { CHECK_IN_PAGE, CHECK_IN_TABS } from "./tabs";

const invitationId = z.uuid("must be the id of an invitation");

const search = z.string().trim().max(60, "must be at most 60 characters").default("");

/** The calls of an event's check-in list. */
export const checkInCalls = {
  checkIns: call("GET /events/{id}/check-in", {
    for: "showEvents",
    summary: "A page of an event's check-in list, by name",
    input: z.object({
      id: eventId,
      tab: z.enum(CHECK_IN_TABS, `must be one of: ${CHECK_IN_TABS.join(", ")}`).default("registered"),
      search,
      ...numberedRequest(CHECK_IN_PAGE),
    }),
    output: numberedPageOf(guest),
    run: listCheckIns,
  }),
  checkInHits: call("GET /events/{id}/check-in/hits", {
    for: "showEvents",
    summary: "How many people of each tab of an event's check-in list a search finds",
    input: z.object({ id: eventId, search }),
    output: hitsOf(CHECK_IN_TABS),
    run: readCheckInHits,
  }),
  checkInRows: call("GET /events/{id}/check-in/rows", {
    for: "showEvents",
    summary: "The whole check-in list, by name",
    input: z.object({ id: eventId }),
    output: z.object({ rows: z.array(guest) }),
    run: (context, input) => readCheckInRows(context, input.id),
  }),
  guest: call("GET /events/{id}/check-in/{invitationId}", {
    for: "showEvents",
    summary: "A person on the check-in list",
    input: z.object({ id: eventId, invitationId }),
    output: guest,
    run: readGuest,
  }),
  moveGuest: call("POST /events/{id}/guests/{invitationId}", {
    for: "showEvents",
    summary:
      "Give a person a place, put them on the waiting list, or cancel their registration. A repetition changes nothing",
    input: z.object({
      id: eventId,
      invitationId,
      state: z.enum(GUEST_STATES, `must be one of: ${GUEST_STATES.join(", ")}`),
      /** Gives a place also when every one is taken. */
      beyondCapacity: z.boolean().default(false),
    }),
    output: guest.extend({
      /** The person's state before. Null for one who hadn't answered. */
      before: z.enum(GUEST_STATES).nullable(),
    }),
    run: changeGuestState,
  }),
  checkIn: call("POST /events/{id}/check-in/{invitationId}", {
    for: "showEvents",
    summary: "Check a person in. A repetition changes nothing",
    input: z.object({ id: eventId, invitationId }),
    output: guest.extend({
      /** False for a person who was checked in before. */
      isNew: z.boolean(),
      /** The caller has checked the person in, now or before. */
      isOwn: z.boolean(),
    }),
    run: checkIn,
  }),
  undoCheckIn: call("DELETE /events/{id}/check-in/{invitationId}", {
    for: "showEvents",
    summary: "Undo a check-in",
    input: z.object({ id: eventId, invitationId }),
    output: guest,
    run: undoCheckIn,
  }),
};
