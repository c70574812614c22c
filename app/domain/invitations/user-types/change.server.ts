import { randomUUID } from "node:crypto";
import { and, count, eq, isNull, ne, sql } from "drizzle-orm";
import { recordAudit } from "~/domain/audit/record.server";
import type { CallContext } from "~/platform/contract/context.server";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, forbidden, notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { AUDIENCES } from "../audiences";
import { publishInvitations } from "../publish.server";
import { invitations } from "../tables.server";
import type { UserTypeRow } from "./find.server";
import { userTypes } from "./tables.server";
import { USER_TYPES_LIST, type UserTypeWords } from "./user-type";

/** Who changes a user type, and where. */
type Changing = Pick<CallContext, "shop" | "administrator" | "clock">;

/**
 * Adds a user type. The same operation id answers the first one.
 * @throws 400 for a name that another type has
 */
export async function createUserType(
  context: Changing,
  words: UserTypeWords,
  operationId: string = randomUUID(),
): Promise<UserTypeRow> {
  const shop = context.shop.domain;
  const created = await withShop(shop, async (tx) => {
    // One after the other, so that numbers neither repeat nor leave gaps.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`user types ${shop}`}))`);
    const [earlier] = await tx
      .select()
      .from(userTypes)
      .where(and(eq(userTypes.shop, shop), eq(userTypes.operationId, operationId)));
    if (earlier) return earlier;
    await assertNameIsFree(tx, shop, words.name);
    const [added] = await tx
      .insert(userTypes)
      .values({
        shop,
        id: sql`(SELECT coalesce(max(id), 0) + 1 FROM user_types WHERE shop = ${shop})`,
        ...words,
        operationId,
      })
      .returning();
    if (!added) throw new Error("The database kept no user type.");
    await writeDown(tx, context, null, added);
    return added;
  });
  tell(shop);
  return created;
}

/**
 * Changes a user type; invitations that are open become those of the changed one.
 * @param version of the type that was seen; without one nothing is compared
 * @throws 404, 403 for a read-only one, 409 when somebody else changed it, 400 for a name that another type has
 */
export function changeUserType(
  context: Changing,
  { id, version }: { id: number; version?: number },
  words: UserTypeWords,
): Promise<UserTypeRow> {
  return change(context, id, async (tx, type) => {
    assertPresent(type);
    assertNotReadOnly(type);
    if (version !== undefined && version !== type.version) throw conflict(CHANGED_MEANWHILE);
    if (words.name === type.name && words.tags === type.tags) return type;
    await assertNameIsFree(tx, type.shop, words.name, id);
    return update(tx, type, words);
  });
}

/**
 * Deletes a user type that no open invitation is of. Those who registered by it keep it. Deleted already, it stays so.
 * @throws 404, 403 for a read-only one, 409 while somebody is invited as it
 */
export function removeUserType(context: Changing, id: number): Promise<UserTypeRow> {
  return change(context, id, async (tx, type) => {
    if (type.deletedAt) return type;
    assertNotReadOnly(type);
    const invited = await countOpenInvitations(tx, type);
    if (invited > 0) {
      const who = invited === 1 ? "1 person is" : `${invited.toLocaleString("en-US")} people are`;
      throw conflict(`${who} invited as “${type.name}”. Delete their invitations before you delete it.`);
    }
    return update(tx, type, { deletedAt: context.clock.now() });
  });
}

/** Takes the deletion of a user type back. @throws 404, 400 when another type has its name by now */
export function restoreUserType(context: Changing, id: number): Promise<UserTypeRow> {
  return change(context, id, async (tx, type) => {
    if (!type.deletedAt) return type;
    await assertNameIsFree(tx, type.shop, type.name, id);
    return update(tx, type, { deletedAt: null });
  });
}

/** Says whether a user type may be edited and deleted, which is the account owner's to say. @throws 404 */
export function setReadOnly(context: Changing, id: number, readOnly: boolean): Promise<UserTypeRow> {
  return change(context, id, async (tx, type) => {
    assertPresent(type);
    return type.readOnly === readOnly ? type : update(tx, type, { readOnly });
  });
}

const CHANGED_MEANWHILE =
  "Somebody changed this user type meanwhile. Nothing of yours was saved; open it again.";

/** Changes the type by its id in one transaction, with the audit entry and the news. */
async function change(
  context: Changing,
  id: number,
  work: (tx: ShopTransaction, type: UserTypeRow) => Promise<UserTypeRow>,
): Promise<UserTypeRow> {
  const shop = context.shop.domain;
  const changed = await withShop(shop, async (tx) => {
    const [before] = await tx
      .select()
      .from(userTypes)
      .where(and(eq(userTypes.shop, shop), eq(userTypes.id, id)))
      .for("update");
    if (!before) throw notFound(GONE);
    const after = await work(tx, before);
    if (after !== before) await writeDown(tx, context, before, after);
    return after;
  });
  tell(shop);
  return changed;
}

const GONE = "There is no such user type.";

function assertPresent(type: UserTypeRow): void {
  if (type.deletedAt) throw notFound("This user type was deleted.");
}

function assertNotReadOnly({ name, readOnly }: UserTypeRow): void {
  if (readOnly)
    throw forbidden(`The user type “${name}” is read-only. The account owner can allow changes to it.`);
}

async function assertNameIsFree(tx: ShopTransaction, shop: string, name: string, id?: number): Promise<void> {
  const [other] = await tx
    .select({ id: userTypes.id })
    .from(userTypes)
    .where(
      and(
        eq(userTypes.shop, shop),
        isNull(userTypes.deletedAt),
        sql`lower(${userTypes.name}) = ${name.toLowerCase()}`,
        id === undefined ? undefined : ne(userTypes.id, id),
      ),
    );
  if (other) throw nameTaken(name);
}

function nameTaken(name: string) {
  const text = `There is a user type “${name}” already.`;
  return badRequest(text, { name: text });
}

async function countOpenInvitations(tx: ShopTransaction, { shop, id }: UserTypeRow): Promise<number> {
  const [counted] = await tx
    .select({ open: count() })
    .from(invitations)
    .where(
      and(
        eq(invitations.shop, shop),
        eq(invitations.audience, "usertype"),
        eq(invitations.groupId, String(id)),
        sql`${invitations.state} NOT IN ('accepted', 'revoked')`,
      ),
    );
  return counted?.open ?? 0;
}

async function update(
  tx: ShopTransaction,
  { shop, id, name }: UserTypeRow,
  set: Partial<Pick<UserTypeRow, "name" | "tags" | "readOnly" | "deletedAt">>,
): Promise<UserTypeRow> {
  try {
    const [updated] = await tx
      .update(userTypes)
      .set({ ...set, version: sql`${userTypes.version} + 1` })
      .where(and(eq(userTypes.shop, shop), eq(userTypes.id, id)))
      .returning();
    if (!updated) throw new Error("A user type that was locked is gone.");
    return updated;
  } catch (error) {
    // Two people gave two types the same name in the same moment.
    if (isUniqueViolation(error)) throw nameTaken(set.name ?? name);
    throw error;
  }
}

async function writeDown(
  tx: ShopTransaction,
  { shop, administrator }: Changing,
  before: UserTypeRow | null,
  after: UserTypeRow,
): Promise<void> {
  await recordAudit(tx, shop.domain, {
    action: "userType.changed",
    actor: administrator,
    subject: { type: "shop", id: shop.domain },
    before: before && inWords(before),
    after: inWords(after),
    flag: AUDIENCES.usertype.flag,
  });
}

/** A deleted one is none, on the audit's two sides. */
const inWords = ({ name, tags, readOnly, deletedAt }: UserTypeRow) =>
  deletedAt ? null : { "user type": name, tags, "read-only": readOnly };

/** The invitations show the types' names. */
function tell(shop: string): void {
  publishChange(shop, AUDIENCES.usertype.flag, { list: USER_TYPES_LIST });
  publishInvitations(shop, "usertype");
}
