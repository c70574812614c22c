import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { viewsCalls } from "~/core/views/calls.server";
import type { customersCalls } from "~/domain/customers/calls.server";
import type { nationalCalls, nationalExportCalls } from "./calls.server";

export const nationalFunction = defineFunction<{
  national: typeof nationalCalls;
  customers: typeof customersCalls;
  exports: typeof nationalExportCalls;
  views: typeof viewsCalls;
}>({
  name: "national",
  path: "/national",
  menuName: "National Partners",
  description: "List and edit national partners",
  permission: "showNational",
  group: "people",
});

/** Calls as the page posts them. */
export const nationalCall = callsOf(nationalFunction);
