import type { FunctionEntry } from "../entry";

export const settingsFunction: FunctionEntry = {
  name: "settings",
  path: "/settings",
  menuName: "Settings",
  description: "Switches of this shop, and the mirror of its customers",
  permission: "owner",
  group: "console",
};
