import type { FunctionEntry } from "../entry";

export const eventsFunction: FunctionEntry = {
  name: "events",
  path: "/events",
  menuName: "events",
  description: "Events, whom they invite, and who comes",
  permission: "showEvents",
  group: "function",
};
