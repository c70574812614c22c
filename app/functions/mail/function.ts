import { defineFunction } from "~/core/function-entry";
import type { viewsContract } from "~/core/views/contract";
import type { mailContract } from "./contract";

export const mailFunction = defineFunction<{
  mail: typeof mailContract;
  views: typeof viewsContract;
}>({
  name: "mail",
  path: "/mail",
  menuName: "Mail",
  description: "Emails that were sent, and their results",
  permission: "signed-in",
  group: "console",
});
