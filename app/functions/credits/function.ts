import type { FunctionEntry } from "../entry";

export const creditsFunction: FunctionEntry = {
  name: "credits",
  path: "/credits",
  menuName: "credits",
  description: "Store credit of customers: issue, adjust, and see where each cent went",
  permission: "showCredits",
  group: "function",
};
