import { z } from "zod";
import { call } from "~/core/call.server";
import { numberedPageOf, numberedRequest } from "~/core/lists/numbered-page";
import { eventId } from "../schemas";
import { checkIn, listCheckIns, readCheckInRows, undoCheckIn } from "./check-in.server";
import { CHECK_IN_PAGE, CHECK_IN_TABS } from "./list";
import { guest } from "./schemas";

const invitationId = z.uuid("must be the id of an invitation");

/** The calls of an event's check-in list. */
export const checkInCalls = {
  checkIns: call("GET /events/{id}/check-in", {
    for: "showEvents",
    summary: "A page of an event's check-in list, by name",
    input: z.object({
      id: eventId,
      tab: z.enum(CHECK_IN_TABS, `must be one of: ${CHECK_IN_TABS.join(", ")}`).default("registered"),
      search: z.string().trim().max(60, "must be at most 60 characters").default(""),
      ...numberedRequest(CHECK_IN_PAGE),
    }),
    output: numberedPageOf(guest),
    run: listCheckIns,
  }),
  checkInRows: call("GET /events/{id}/check-in/rows", {
    for: "showEvents",
    summary: "The whole check-in list, by name",
    input: z.object({ id: eventId }),
    output: z.object({ rows: z.array(guest) }),
    run: (context, input) => readCheckInRows(context, input.id),
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
