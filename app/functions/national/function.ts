import { defineFunction } from "~/core/function-entry";
import type { viewsCalls } from "~/core/views/calls.server";
import type { customersCalls } from "~/domain/customers/calls.server";
import type { nationalCalls } from "./calls.server";

export const nationalFunction = defineFunction<{
  national: typeof nationalCalls;
  customers: typeof customersCalls;
  views: typeof viewsCalls;
}>({
  name: "national",
  path: "/national",
  menuName: "National Partners",
  description: "List and edit national partners",
  permission: "showNational",
  group: "people",
});
