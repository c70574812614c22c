import { USER_TYPES_LIST } from "~/domain/invitations/user-types/user-type";
import type { ListDeclaration } from "~/platform/list";

/** Section 9 of the third specification text: lists reload a second after the last key. */
const SEARCH = { maxLength: 60, afterMs: 1_000 };

/** The User Types tab (section 2 of the third specification text). */
export const userTypesList = {
  name: USER_TYPES_LIST,
  columns: [
    { key: "name", title: "Name", narrow: "title" },
    { key: "tags", title: "Tags" },
  ],
  defaultSort: "name asc",
  search: { ...SEARCH, hint: "Name or tags" },
  pageSize: 10,
} as const satisfies ListDeclaration;
