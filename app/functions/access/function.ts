import { defineFunction } from "~/core/function-entry";
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
