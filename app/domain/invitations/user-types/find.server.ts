import { and, asc, count, eq, isNull, or, sql } from "drizzle-orm";
import { isReservedTag } from "~/domain/customers/reserved-tags";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { USER_TYPE_NOT_VALID } from "../messages";
import type { GroupedAudience } from "../particulars.server";
import { tagsIn } from "../person";
import { userTypes } from "./tables.server";
import { type UserType, userTypeTag } from "./user-type";

export type UserTypeRow = typeof userTypes.$inferSelect;

const LARGEST_ID = 2_147_483_647;

/** A type as the calls answer it. */
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
    .orderBy(asc(sql`lower(${userTypes.name})`));

/** A page of the types whose name or tags have this text in them, by name, and how many there are. */
export async function findUserTypes(
  tx: ShopTransaction,
  shop: string,
  { search, page, pageSize }: { search: string; page: number; pageSize: number },
): Promise<{ rows: UserTypeRow[]; total: number }> {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const where = and(
    present(shop),
    search
      ? or(sql`lower(${userTypes.name}) LIKE ${pattern}`, sql`lower(${userTypes.tags}) LIKE ${pattern}`)
      : undefined,
  );
  const rows = await tx
    .select()
    .from(userTypes)
    .where(where)
    .orderBy(asc(sql`lower(${userTypes.name})`), asc(userTypes.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [counted] = await tx.select({ total: count() }).from(userTypes).where(where);
  return { rows, total: counted?.total ?? 0 };
}

/**
 * The type that somebody is invited as, by its id or by its name in any capitals.
 * @throws 400 when there is none
 */
export async function askedUserType(tx: ShopTransaction, shop: string, asked: string): Promise<UserTypeRow> {
  const text = asked.trim();
  const isId = /^\d{1,10}$/.test(text) && Number(text) <= LARGEST_ID;
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
    throw badRequest(`${USER_TYPE_NOT_VALID} There is none that is called “${text}”.`, {
      userType: USER_TYPE_NOT_VALID,
    });
  return found;
}

/** The names of types, by their ids as invitations have them; of deleted ones too. */
export async function userTypeNames(tx: ShopTransaction, shop: string): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: userTypes.id, name: userTypes.name })
    .from(userTypes)
    .where(eq(userTypes.shop, shop));
  return new Map(rows.map(({ id, name }) => [String(id), name]));
}

/** What an invitation as a user of some type is to. It holds the type, which is not deleted until the invitation is written. */
export const userTypeGroup: GroupedAudience = {
  async read(tx, shop, groupId) {
    const [type] = await tx
      .select()
      .from(userTypes)
      .where(and(eq(userTypes.shop, shop), eq(userTypes.id, Number(groupId))))
      .for("share");
    if (!type) throw notFound("There is no such user type.");
    if (type.deletedAt)
      throw conflict(`The user type “${type.name}” was deleted. Take that back first, or choose another.`);
    return {
      title: type.name,
      details: [],
      tags: [userTypeTag(type.name), ...tagsIn(type.tags).filter((tag) => !isReservedTag(tag))],
      endsAt: null,
    };
  },
};
