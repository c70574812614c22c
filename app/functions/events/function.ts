import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { viewsCalls } from "~/core/views/calls.server";
import type { eventsCalls } from "./calls.server";

export const eventsFunction = defineFunction<{
  events: typeof eventsCalls;
  views: typeof viewsCalls;
}>({
  name: "events",
  path: "/events",
  menuName: "events",
  description: "Events, their invitations, and check-in",
  permission: "showEvents",
  actions: [{ path: "/events?new=1", title: "Create an event" }],
  group: "people",
});

/** Calls as the pages post them. */
export const eventCall = callsOf(eventsFunction);
