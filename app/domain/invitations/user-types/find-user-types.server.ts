import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { defineListQuery, readNumberedPage } from "~/core/lists/list-query.server";
import { contains } from "~/core/lists/search.server";
import { isReservedTag } from "~/domain/customers/reserved-tags";
import { nameOrder } from "~/platform/db/sql-fragments.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { USER_TYPE_NOT_VALID } from "../messages";
import { parseTags } from "../parse-tags";
import { groupedAudiences } from "../particulars.server";
import { userTypes } from "./tables.server";
import { type UserType, userTypeTag } from "./user-type";

export type UserTypeRow = typeof userTypes.$inferSelect;

const MAX_ID = 2_147_483_647;

/** A type as the API returns it. */
export const userTypeOf = ({ id, name, tags, readOnly, version }: UserTypeRow): UserType => ({
  userTypeID: id,
  name,
  tags,
  readOnly,
  version,
});

const present = (shop: string) => and(eq(userTypes.shop, shop), isNull(userTypes.deletedAt));

/** All types that people can be invited as, by name. */
export const allUserTypes = (tx: ShopTransaction, shop: string): Promise<UserTypeRow[]> =>
  tx
    .select()
    .from(userTypes)
    .where(present(shop))
    .orderBy(asc(nameOrder(userTypes.name)));

const SEARCH_TEXT = sql`lower(${userTypes.name} || ' ' || ${userTypes.tags})`;

const userTypesQuery = defineListQuery({
  from: sql`${userTypes}`,
  id: { by: sql`${userTypes.id}`, type: "integer" },
  sorts: { name: { by: nameOrder(userTypes.name), type: "text" } },
  conditions: ({ shop, search, isDeleted }: { shop: string; search: string; isDeleted: boolean }) => [
    isDeleted ? and(eq(userTypes.shop, shop), isNotNull(userTypes.deletedAt)) : present(shop),
    search ? contains(SEARCH_TEXT, search) : undefined,
  ],
});

/** A page of types by name, filtered by name or tags, with the total. @param page.isDeleted for those that were deleted */
export async function findUserTypes(
  tx: ShopTransaction,
  shop: string,
  {
    search,
    isDeleted,
    page,
    pageSize,
  }: { search: string; isDeleted: boolean; page: number; pageSize: number },
): Promise<{ rows: UserTypeRow[]; total: number }> {
  const order = { key: "name", descending: false };
  const { rows, total } = await readNumberedPage(
    tx,
    userTypesQuery,
    { filter: { shop, search, isDeleted }, order, page, pageSize },
    ({ where, orderBy, limit, offset, total }) =>
      tx
        .select({ type: userTypes, total })
        .from(userTypes)
        .where(where)
        .orderBy(orderBy)
        .limit(limit)
        .offset(offset),
  );
  return { rows: rows.map(({ type }) => type), total };
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
        isId ? eq(userTypes.id, Number(text)) : sql`lower(${userTypes.name}) = ${text.toLowerCase()}`,
      ),
    );
  if (!found)
    throw badRequest(`${USER_TYPE_NOT_VALID} There is no user type named “${text}”.`, {
      userType: USER_TYPE_NOT_VALID,
    });
  return found;
}

/** The names of all types by id, deleted ones too. */
export async function userTypeNames(tx: ShopTransaction, shop: string): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: userTypes.id, name: userTypes.name })
    .from(userTypes)
    .where(eq(userTypes.shop, shop));
  return new Map(rows.map(({ id, name }) => [String(id), name]));
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
