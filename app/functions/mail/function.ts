import type { FunctionEntry } from "../entry";

export const mailFunction: FunctionEntry = {
  name: "mail",
  path: "/mail",
  menuName: "Mail",
  description: "Which mails were sent to whom, and what became of them",
  permission: "signed-in",
  group: "console",
};
