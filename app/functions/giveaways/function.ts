import type { FunctionEntry } from "../entry";

export const giveawaysFunction: FunctionEntry = {
  name: "giveaways",
  path: "/giveaways",
  menuName: "giveaways",
  description: "Giveaways, who takes part, and draws that anyone can run again",
  permission: "showGiveaways",
  group: "function",
};
