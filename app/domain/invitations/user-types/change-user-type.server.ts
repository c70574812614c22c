import { randomUUID } from "node:crypto";
import { and, count, eq, isNull, ne, sql } from "drizzle-orm";
import { assertOwnDeletion, type Deletion, readDeletion } from "~/core/audit/deletion.server";
import { outdatedFormOf } from "~/core/audit/outdated-form.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { keyConflict } from "~/core/intents/idempotency-key.server";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, forbidden, notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { AUDIENCES } from "../audiences";
import { userTypeChanged, userTypeDeleted, userTypeSubject } from "../audit.server";
import { publishInvitations } from "../invitation.server";
import { invitations } from "../tables.server";
import type { UserTypeRow } from "./list.server";
import { userTypes } from "./tables.server";
import type { UserTypeWords } from "./user-type";
import { USER_TYPES_LIST } from "./user-types-list";

/** The actor and shop of a change. */
type Changing = Pick<CallContext, "shop" | "administrator" | "clock">;

/**
 * Adds a user type. Repeating the operation id returns the first one.
 * @throws 400 for a name that another type has, 409 for an operation id that added a type with another name or other tags
 */
export async function createUserType(
  context: Changing,
  words: UserTypeWords,
  operationId: string = randomUUID(),
): Promise<UserTypeRow> {
  const shop = context.shop.domain;
  const created = await withShop(shop, async (tx) => {
    // Serialized, so that numbers neither repeat nor leave gaps.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`user types ${shop}`}))`);
    const [earlier] = await tx
      .select()
      .from(userTypes)
      .where(and(eq(userTypes.shop, shop), eq(userTypes.operationId, operationId)));
    if (earlier) {
      // One that was changed since can't be compared with what added it.
      const isUnchanged = earlier.version === 1;
      if (isUnchanged && (earlier.name !== words.name || earlier.tags !== words.tags))
        throw keyConflict("user type");
      return earlier;
    }
    await assertNameIsFree(tx, shop, words.name);
    const [added] = await withNameConflict(words.name, () =>
      tx
        .insert(userTypes)
        .values({
          shop,
          id: sql`(SELECT coalesce(max(id), 0) + 1 FROM user_types WHERE shop = ${shop})`,
          ...words,
          operationId,
        })
        .returning(),
    );
    if (!added) throw new Error("The insert returned no user type.");
    await writeDown(tx, context, null, added);
    return added;
  });
  publishUserTypes(shop);
  return created;
}

/**
 * Changes a user type; open invitations follow it.
 * @param version that the change is based on; without one there is no comparison
 * @throws 404, 403 for a read-only one, 409 for a stale version, 400 for a name that another type has
 */
export function changeUserType(
  context: Changing,
  { id, version }: { id: number; version?: number },
  words: UserTypeWords,
): Promise<UserTypeRow> {
  return change(context, id, async (tx, type) => {
    assertPresent(type);
    assertNotReadOnly(type);
    if (version !== undefined && version !== type.version)
      throw await outdatedFormOf(tx, context, { type: userTypeSubject, id }, "this user type");
    if (words.name === type.name && words.tags === type.tags) return type;
    await assertNameIsFree(tx, type.shop, words.name, id);
    return update(tx, type, words);
  });
}

/**
 * Deletes a user type without open invitations. Registered people keep it. Deleting it again changes nothing.
 * @throws 404, 403 for a read-only one, 409 while it has open invitations
 */
export async function removeUserType(
  context: Changing,
  id: number,
): Promise<{ type: UserTypeRow; deletion: Deletion }> {
  const removed = await change(context, id, async (tx, type) => {
    if (type.deletedAt) return type;
    assertNotReadOnly(type);
    const invited = await countOpenInvitations(tx, type);
    if (invited > 0) {
      const who = invited === 1 ? "1 person is" : `${invited.toLocaleString("en-US")} people are`;
      throw conflict(`${who} invited as “${type.name}”. Delete their invitations before you delete it.`);
    }
    return update(tx, type, { deletedAt: context.clock.now() });
  });
  return { type: removed, deletion: await readDeletion(context, DELETION, id) };
}

const DELETION = { type: userTypeSubject, action: userTypeDeleted };

/** Restores a deleted user type. @throws 404, 400 when another type has its name, 409 for an Undo as `assertOwnDeletion` */
export function restoreUserType(
  context: Changing,
  { id, isUndo }: { id: number; isUndo: boolean },
): Promise<UserTypeRow> {
  return change(context, id, async (tx, type) => {
    if (!type.deletedAt) return type;
    if (isUndo) await assertOwnDeletion(tx, context, { ...DELETION, id }, "deleted this user type");
    await assertNameIsFree(tx, type.shop, type.name, id);
    return update(tx, type, { deletedAt: null });
  });
}

/** Sets whether a user type is read-only. Only the account owner may. @throws 404 */
export function setReadOnly(context: Changing, id: number, readOnly: boolean): Promise<UserTypeRow> {
  return change(context, id, async (tx, type) => {
    assertPresent(type);
    return type.readOnly === readOnly ? type : update(tx, type, { readOnly });
  });
}

/** Changes the type in one transaction with its audit entry, and publishes the change. */
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
  publishUserTypes(shop);
  return changed;
}

const GONE = "This user type doesn't exist.";

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
        sql`lower(${userTypes.name}) = lower(${name})`,
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
  const [updated] = await withNameConflict(set.name ?? name, () =>
    tx
      .update(userTypes)
      .set({ ...set, version: sql`${userTypes.version} + 1` })
      .where(and(eq(userTypes.shop, shop), eq(userTypes.id, id)))
      .returning(),
  );
  if (!updated) throw new Error("The locked user type disappeared.");
  return updated;
}

/** Runs a write. @throws 400 when a concurrent change has chosen the same name */
async function withNameConflict<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw nameTaken(name);
    throw error;
  }
}

async function writeDown(
  tx: ShopTransaction,
  { shop, administrator }: Changing,
  before: UserTypeRow | null,
  after: UserTypeRow,
): Promise<void> {
  const entry = {
    actor: administrator,
    subject: { type: userTypeSubject, id: String(after.id) },
    flag: AUDIENCES.usertype.flag,
  };
  if (before && after.deletedAt)
    await recordAudit(tx, shop.domain, userTypeDeleted, { ...entry, before: inWords(before), after: null });
  else
    await recordAudit(tx, shop.domain, userTypeChanged, {
      ...entry,
      before: before && !before.deletedAt ? inWords(before) : null,
      after: inWords(after),
    });
}

/** The audited fields. */
const inWords = ({ name, tags, readOnly }: UserTypeRow) => ({
  "user type": name,
  tags,
  "read-only": readOnly,
});

/** The invitation lists show the types' names. */
function publishUserTypes(shop: string): void {
  publishChange(shop, AUDIENCES.usertype.flag, { list: USER_TYPES_LIST });
  publishInvitations(shop, "usertype");
}
