import type { ListDeclaration } from "~/platform/list";

/** The Activity list: every change in Backroom, newest first. */
export const activityList = {
  name: "activity",
  columns: [
    { key: "at", title: "When", narrow: "plain" },
    { key: "who", title: "Who", narrow: "title" },
    { key: "what", title: "What", narrow: "plain" },
    { key: "subject", title: "Record", narrow: "plain" },
    { key: "changes", title: "Before → After", narrow: "plain" },
  ],
  defaultSort: "at desc",
  search: { maxLength: 60, hint: "Name, email address or id of a customer, or id of a job" },
  pageSize: 25,
} as const satisfies ListDeclaration;
