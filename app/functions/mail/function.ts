import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { viewsCalls } from "~/core/views/calls.server";
import type { mailCalls } from "./calls.server";

export const mailFunction = defineFunction<{
  mail: typeof mailCalls;
  views: typeof viewsCalls;
}>({
  name: "mail",
  path: "/mail",
  menuName: "Mail",
  description: "Emails that were sent, and their results",
  permission: "signed-in",
  group: "console",
});

/** Calls as the pages post them. */
export const mailCall = callsOf(mailFunction);
