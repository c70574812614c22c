import { defineFunction } from "~/core/function-entry";
import { callsOf } from "~/core/page-call";
import type { giveawaysCalls } from "./calls.server";

export const giveawaysFunction = defineFunction<{
  giveaways: typeof giveawaysCalls;
}>({
  name: "giveaways",
  path: "/giveaways",
  menuName: "giveaways",
  description: "Giveaways, who takes part, and draws that anyone can run again",
  permission: "showGiveaways",
  actions: [{ path: "/giveaways?new=1", title: "Add a giveaway" }],
  group: "promotions",
});

/** Calls as the pages post them. */
export const giveawayCall = callsOf(giveawaysFunction);
