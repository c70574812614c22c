import { defineFunction } from "~/core/function-entry";
import type { viewsContract } from "~/core/views/contract";
import type { eventsContract } from "./contract";

export const eventsFunction = defineFunction<{
  events: typeof eventsContract;
  views: typeof viewsContract;
}>({
  name: "events",
  path: "/events",
  menuName: "events",
  description: "Events, their invitations, and check-in",
  permission: "showEvents",
  group: "people",
});
