import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { accessCalls } from "./calls.server";

export const accessFunction = defineFunction<{
  access: typeof accessCalls;
}>({
  name: "access",
  path: "/access",
  menuName: "Access",
  description: "Which administrators may open which function",
  permission: "owner",
  group: "console",
});

/** Calls as the pages post them. */
export const accessCall = callsOf(accessFunction);
