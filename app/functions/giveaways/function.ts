import { defineFunction } from "~/core/function-entry";
import type { giveawaysContract } from "./contract";

export const giveawaysFunction = defineFunction<{
  giveaways: typeof giveawaysContract;
}>({
  name: "giveaways",
  path: "/giveaways",
  menuName: "giveaways",
  description: "Giveaways, who takes part, and draws that anyone can run again",
  permission: "showGiveaways",
  group: "promotions",
});
