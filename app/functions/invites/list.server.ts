import { sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { listOf, type RowOf } from "~/core/lists/define-list.server";
import { column, field, sheetColumn } from "~/core/lists/define-row.server";
import { readHits } from "~/core/lists/hits.server";
import { readOrder } from "~/core/lists/list-query.server";
import { numberedPage } from "~/core/lists/numbered-page";
import { adminUrl } from "~/domain/customers/list-row.server";
import { AUDIENCES } from "~/domain/invitations/audiences";
import {
  invitationSheet,
  invitationsQuery,
  listByNumber,
  personFields,
} from "~/domain/invitations/list.server";
import { INVITATION_TABS } from "~/domain/invitations/states";
import { USER_TYPE_NAME, userTypesList } from "~/domain/invitations/user-types/list.server";
import { withShop } from "~/platform/db/with-shop.server";
import { searchKind } from "~/platform/list";

const text = z.string();

const { createdAt, state, stateAt, ...person } = personFields("Invited Date");

const row = {
  /** The invitation's id: the calls about it take it. Who registers becomes a customer of the store only then. */
  customerID: field(sql`id`, text),
  ...person,
  /** The type's name, of a deleted one too. */
  userType: column(sql`coalesce(${USER_TYPE_NAME}, '')`, text, { title: "User Type", width: 20 }),
  userTypeID: field(sql`group_id::integer`, z.number().int()),
  createdAt,
  /** Those of the invitation itself, beside the type's. */
  tags: field(sql`additional_tags`, z.array(text)),
  tagsText: sheetColumn(sql`array_to_string(additional_tags, ', ')`, { title: "Tags", width: 40 }),
  /** The number of the customer that they became. */
  shopifyCustomerId: field(sql`customer_id`, text.nullable()),
  /** That customer's page in the Shopify admin. */
  url: field(
    sql`customer_id`,
    text.nullable(),
    (id: string | null, { shop }) => id && adminUrl(shop.domain, id),
  ),
};

const common = {
  name: AUDIENCES.usertype.list,
  defaultSort: "createdAt desc",
  search: {
    maxLength: 60,
    afterMs: 1_000,
    hint: "Please enter email address / invited date (12/26/2021)",
  },
  pageSize: 10,
};

/** The Invited Users tab, with each invitation's state. */
export const invitesList = listOf(invitationsQuery, { ...common, row: { ...row, state, stateAt } });

/** The Registered Users tab: the same, with when they registered. */
export const registeredList = listOf(invitationsQuery, {
  ...common,
  row: {
    ...row,
    state: field(state.read, state.as),
    stateAt: column(stateAt.read, text, { title: "Registered", format: "date", key: "registeredAt" }),
  },
});

/** A person who is invited or registered. */
export type InvitedRow = RowOf<typeof invitesList>;

/** Users of all types, invited or registered. The columns are the grid's. */
export const userTypeSheet = invitationSheet(invitesList, {
  audience: "usertype",
  order: ["displayName", "firstName", "lastName", "email", "userType", "tagsText", "createdAt", "state"],
  titleOf: (tab) => `${tab} Users Report`,
});

interface Request {
  registered: boolean;
  /** A part of a name or an address; MM/DD/YYYY means those invited on that day. */
  search: string;
  sort?: string;
  page: number;
  pageSize: number;
}

/** How many of those invited, of those registered, and of the user types, a search finds. */
export async function readInviteHits(reader: CallContext, { search }: Pick<Request, "search">) {
  const { shop } = reader;
  const [people, types] = await Promise.all([
    readHits(shop.domain, invitesList.query, INVITATION_TABS, (tab) => ({
      shop,
      query: { audience: "usertype" as const, tab, ...searchKind(search) },
    })),
    readHits(shop.domain, userTypesList.query, ["userTypes"], () => ({
      reader,
      search,
      deleted: "0" as const,
    })),
  ]);
  return { ...people, ...types };
}

/**
 * A page of those invited, or registered, newest first by default.
 * @throws 400 for an order that the list does not have
 */
export const listInvites = (context: CallContext, { registered, search, sort, page, pageSize }: Request) => {
  const tab = registered ? "registered" : "invited";
  const query = { audience: "usertype", tab, ...searchKind(search) } as const;
  const order = readOrder(invitesList, sort);
  return withShop(context.shop.domain, async (tx) => {
    const { rows, total } = await listByNumber(tx, context, invitesList, { query, order, page, pageSize });
    return numberedPage(rows, { total, page, pageSize });
  });
};
