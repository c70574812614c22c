import { defineFunction } from "~/core/function-entry";
import type { accessContract } from "./contract";

export const accessFunction = defineFunction<{
  access: typeof accessContract;
}>({
  name: "access",
  path: "/access",
  menuName: "Access",
  description: "Which administrators may open which function",
  permission: "owner",
  group: "console",
});
