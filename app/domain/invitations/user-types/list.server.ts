import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { defineList, filter, type RowOf } from "~/core/lists/define-list.server";
import { column, field } from "~/core/lists/define-row.server";
import { readRow } from "~/core/lists/read-list.server";
import { contains } from "~/core/lists/search.server";
import { isReservedTag } from "~/domain/customers/reserved-tags";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { USER_TYPE_NOT_VALID } from "../messages";
import { parseTags } from "../parse-tags";
import { groupedAudiences } from "../particulars.server";
import { userTypes } from "./tables.server";
import { userTypeTag } from "./user-type";
import { USER_TYPES_LIST } from "./user-types-list";

export type UserTypeRow = typeof userTypes.$inferSelect;

const MAX_ID = 2_147_483_647;

const present = (shop: string) => and(eq(userTypes.shop, shop), isNull(userTypes.deletedAt));

/** All types that people can be invited as, by name. */
export const allUserTypes = (tx: ShopTransaction, shop: string): Promise<UserTypeRow[]> =>
  tx
    .select()
    .from(userTypes)
    .where(present(shop))
    .orderBy(asc(nameOrder(userTypes.name)));

const SEARCH_TEXT = sql`lower(${userTypes.name} || ' ' || ${userTypes.tags})`;

/** The User Types tab: those that people can be invited as, by name, or the deleted ones. */
export const userTypesList = defineList({
  name: USER_TYPES_LIST,
  few: "tens of types",
  from: sql`${userTypes}`,
  id: { by: sql`${userTypes.id}`, type: "integer" },
  where: ({ shop }) => eq(userTypes.shop, shop.domain),
  row: {
    userTypeID: field(userTypes.id, z.number().int()),
    name: column(userTypes.name, z.string(), { title: "Name", narrow: "title" }),
    tags: column(userTypes.tags, z.string(), { title: "Tags" }),
    /** It can't be edited or deleted until the account owner allows it. */
    readOnly: field(userTypes.readOnly, z.boolean()),
    /** Send it back with a change. */
    version: field(userTypes.version, z.number().int()),
  },
  orders: { name: { by: nameOrder(userTypes.name), type: "text" } },
  filters: {
    /** 1 for those that were deleted and can be restored. */
    deleted: filter(z.enum(["0", "1"], "must be 0 or 1").default("0"), {
      where: (deleted) => (deleted === "1" ? isNotNull(userTypes.deletedAt) : isNull(userTypes.deletedAt)),
    }),
  },
  search: {
    maxLength: 60,
    afterMs: 1_000,
    hint: "Name or tags",
    where: (search) => contains(SEARCH_TEXT, search),
  },
  defaultSort: "name asc",
  pageSize: 10,
});

/** A user type as calls answer it. */
export type UserType = RowOf<typeof userTypesList>;

/** A type as calls answer it. */
export async function readUserType(context: CallContext, id: number): Promise<UserType> {
  const { domain } = context.shop;
  const isType = sql`${userTypes.shop} = ${domain} AND ${userTypes.id} = ${id}`;
  const row = await withShop(domain, (tx) => readRow(tx, context, userTypesList, isType));
  if (!row) throw new Error(`There is no user type ${id}.`);
  return row;
}

/**
 * The requested type, by its id or by its name in any case.
 * @throws 400 when there is none
 */
export async function requireUserType(
  tx: ShopTransaction,
  shop: string,
  idOrName: string,
): Promise<UserTypeRow> {
  const text = idOrName.trim();
  const isId = /^\d{1,10}$/.test(text) && Number(text) <= MAX_ID;
  const [found] = await tx
    .select()
    .from(userTypes)
    .where(
      and(
        present(shop),
        isId ? eq(userTypes.id, Number(text)) : sql`lower(${userTypes.name}) = lower(${text})`,
      ),
    );
  if (!found)
    throw badRequest(`${USER_TYPE_NOT_VALID} There is no user type named “${text}”.`, {
      userType: USER_TYPE_NOT_VALID,
    });
  return found;
}

/** The name of the type of a row of `invitations_of_shop`, of a deleted type too. */
export const USER_TYPE_NAME = sql`(SELECT name FROM user_types AS type
  WHERE type.shop = invitations_of_shop.shop AND type.id::text = invitations_of_shop.group_id)`;

/** What an invitation as a user of some type is to. It holds the type, which is not deleted until the invitation is written. */
export const userTypeGroup = groupedAudiences.handler({
  audience: "usertype",

  async read(tx, shop, groupId) {
    const [type] = await tx
      .select()
      .from(userTypes)
      .where(and(eq(userTypes.shop, shop), eq(userTypes.id, Number(groupId))))
      .for("share");
    if (!type) throw notFound("This user type doesn't exist.");
    if (type.deletedAt)
      throw conflict(`The user type “${type.name}” was deleted. Restore it or choose another one.`);
    return {
      title: type.name,
      details: [],
      tags: [userTypeTag(type.name), ...parseTags(type.tags).filter((tag) => !isReservedTag(tag))],
      endsAt: null,
    };
  },
});
