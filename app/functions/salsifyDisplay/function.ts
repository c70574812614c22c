import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { salsifyDisplayCalls } from "./calls.server";

/** The title of its page. */
export const TITLE = "Salsify Display Names";

export const salsifyDisplayFunction = defineFunction<{ salsifyDisplay: typeof salsifyDisplayCalls }>({
  name: "salsifyDisplay",
  path: "/salsifyDisplay",
  menuName: "Metafield Display Names",
  title: TITLE,
  description: "Name the product metafields that come from Salsify",
  permission: "showSalsifyDisplay",
  group: "catalog",
});

export const salsifyDisplayCall = callsOf(salsifyDisplayFunction);
