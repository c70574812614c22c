import type { ListDeclaration } from "~/platform/list";

/** All emails, newest first. */
export const mailList = {
  name: "mail",
  columns: [
    { key: "createdAt", title: "When" },
    { key: "to", title: "To", narrow: "title" },
    { key: "subject", title: "Subject", narrow: "plain" },
    { key: "state", title: "State", narrow: "plain" },
    { key: "problem", title: "Why", narrow: "plain" },
  ],
  defaultSort: "createdAt desc",
  search: { maxLength: 254, hint: "Email address, or id of a customer" },
  pageSize: 25,
} as const satisfies ListDeclaration;
