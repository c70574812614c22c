import type { ListDeclaration } from "~/platform/list";
import { AUDIENCES } from "./audiences";
import type { InvitedAudience } from "./screens";

/** The list of an invited users screen. */
export const invitedList = (audience: InvitedAudience) =>
  ({
    kind: "list",
    name: AUDIENCES[audience].list,
    columns: [
      { key: "name", title: "Name", sortable: true, narrow: "title" },
      { key: "email", title: "Email", sortable: true, narrow: "plain", below: "name" },
      { key: "createdAt", title: "Invited Date", sortable: true },
      { key: "state", title: "State", narrow: "plain" },
      { key: "tags", title: "Tags", narrow: "plain" },
    ],
    defaultSort: "createdAt desc",
    search: { maxLength: 60, hint: "Please enter email address / invited date (12/26/2021)" },
    pageSize: 25,
  }) as const satisfies ListDeclaration;
