import { AUDIENCES } from "~/domain/invitations/audiences";
import { USER_TYPES_LIST } from "~/domain/invitations/user-types/user-types-list";
import type { ListDeclaration } from "~/platform/list";

/** The list searches a second after the last key. */
const SEARCH = { maxLength: 60, afterMs: 1_000 };

const PERSON_COLUMNS = [
  { key: "name", title: "Name", sortable: true, narrow: "title" },
  { key: "email", title: "Email", sortable: true, narrow: "plain", below: "name" },
  { key: "userType", title: "User Type" },
  { key: "createdAt", title: "Invited Date", sortable: true },
] as const;

/** The Invited Users tab, with each invitation's state. */
export const invitesList = {
  name: AUDIENCES.usertype.list,
  columns: [...PERSON_COLUMNS, { key: "state", title: "State", narrow: "plain" }],
  defaultSort: "createdAt desc",
  search: { ...SEARCH, hint: "Please enter email address / invited date (12/26/2021)" },
  pageSize: 10,
} as const satisfies ListDeclaration;

/** The Registered Users tab: the same, with when they registered. */
export const registeredList = {
  ...invitesList,
  columns: [...PERSON_COLUMNS, { key: "registeredAt", title: "Registered" }],
} as const satisfies ListDeclaration;

/** The User Types tab. */
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

/** The tabs of the screen, as their cookie and address have them. */
export const INVITES_TABS = ["invitedUsers", "registeredUsers", "userTypes"] as const;
export type InvitesTab = (typeof INVITES_TABS)[number];

/** Names the deleted user types instead of a tab, in the page's address. */
export const DELETED_USER_TYPES = "deletedUserTypes";

export const INVITES_TAB_NAMES: Record<InvitesTab, string> = {
  invitedUsers: "Invited Users",
  registeredUsers: "Registered Users",
  userTypes: "User Types",
};
