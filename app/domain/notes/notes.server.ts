import { randomUUID } from "node:crypto";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { auditAction, MAY_NAME_OTHERS } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { keyConflict } from "~/core/intents/idempotency-key.server";
import { customerSubject } from "~/domain/customers/audit.server";
import { readCardFlag } from "~/domain/customers/detail.server";
import { publishCustomers, readTags } from "~/domain/customers/read-tags.server";
import type { Administrator, Flag } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, forbidden, notFound } from "~/platform/errors";
import { customerNotes } from "./tables.server";

type NoteRow = typeof customerNotes.$inferSelect;

/** No card shows more. Older ones are in the customer's history. */
const MAX_NOTES = 200;

/** The latest notes on a customer, newest first. None for a customer who isn't in the mirror yet. @throws 403 without the flag of their card */
export async function listNotes(
  { shop, administrator }: CallContext,
  customerId: number,
): Promise<LatestNotes> {
  const rows = await withShop(shop.domain, async (tx) => {
    const tags = await findTags(tx, customerId);
    if (!tags) return [];
    await readCardFlag(tx, { id: customerId, tags }, administrator);
    return tx
      .select()
      .from(customerNotes)
      .where(
        and(
          eq(customerNotes.shop, shop.domain),
          eq(customerNotes.customerId, customerId),
          isNull(customerNotes.deletedAt),
        ),
      )
      .orderBy(desc(customerNotes.createdAt), desc(customerNotes.id))
      .limit(MAX_NOTES + 1);
  });
  return {
    notes: rows.slice(0, MAX_NOTES).map((row) => noteOf(row, administrator)),
    hasMore: rows.length > MAX_NOTES,
  };
}

/**
 * Adds a note on a customer. A repeated operation id answers the first note.
 * @throws 404 for an unknown customer, 403 without the flag of their card, 409 when the operation id was used for another note
 */
export async function addNote(
  { shop, administrator, clock }: CallContext,
  { customerId, text, operationId }: { customerId: number; text: string; operationId: string },
): Promise<Note> {
  const note = await withShop(shop.domain, async (tx) => {
    const flag = await flagFor(tx, customerId, administrator);
    const [added] = await tx
      .insert(customerNotes)
      .values({
        shop: shop.domain,
        id: randomUUID(),
        customerId,
        text,
        authorId: administrator.id,
        authorName: administrator.name,
        createdAt: clock.now(),
        operationId,
      })
      .onConflictDoNothing()
      .returning();
    if (added) {
      await writeDown(tx, added, administrator, noteAdded, { before: null, after: { note: text } }, flag);
      return added;
    }
    const [earlier] = await tx
      .select()
      .from(customerNotes)
      .where(and(eq(customerNotes.shop, shop.domain), eq(customerNotes.operationId, operationId)));
    // The text that an edited note was added with isn't stored.
    const isSame =
      earlier?.authorId === administrator.id &&
      earlier.customerId === customerId &&
      (earlier.text === text || earlier.editedAt !== null);
    if (!earlier || !isSame) throw keyConflict("note");
    return earlier;
  });
  publishCustomers(shop.domain, [customerId]);
  return noteOf(note, administrator);
}

/**
 * Changes one of the administrator's own notes.
 * @param version of the note that was shown
 * @throws 404 for an unknown note, 403 for another author's note, 409 when it was changed since
 */
export function changeNote(context: CallContext, id: string, text: string, version: number): Promise<Note> {
  return changeOwn(context, id, async (tx, note, flag) => {
    if (note.deletedAt) throw notFound("This note was deleted.");
    // Nothing to save, also when the answer to the same change was lost.
    if (note.text === text) return note;
    if (note.version !== version) throw conflict("You changed this note in another window.");
    const changed = await update(tx, note, { text, editedAt: context.clock.now() });
    const sides = { before: { note: note.text }, after: { note: text } };
    await writeDown(tx, changed, context.administrator, noteChanged, sides, flag);
    return changed;
  });
}

/** Deletes the caller's own note. Repeating it has no effect. @throws 404 and 403 as `changeNote` */
export function removeNote(context: CallContext, id: string): Promise<Note> {
  return changeOwn(context, id, async (tx, note, flag) => {
    if (note.deletedAt) return note;
    const removed = await update(tx, note, { deletedAt: context.clock.now() });
    const sides = { before: { note: note.text }, after: null };
    await writeDown(tx, removed, context.administrator, noteDeleted, sides, flag);
    return removed;
  });
}

/** Restores the caller's own deleted note. @throws 404 and 403 as `changeNote` */
export function restoreNote(context: CallContext, id: string): Promise<Note> {
  return changeOwn(context, id, async (tx, note, flag) => {
    if (!note.deletedAt) return note;
    const restored = await update(tx, note, { deletedAt: null });
    const sides = { before: null, after: { note: note.text } };
    await writeDown(tx, restored, context.administrator, noteRestored, sides, flag);
    return restored;
  });
}

async function changeOwn(
  { shop, administrator }: CallContext,
  id: string,
  change: (tx: ShopTransaction, note: NoteRow, flag: Flag) => Promise<NoteRow>,
): Promise<Note> {
  const note = await withShop(shop.domain, async (tx) => {
    const [found] = await tx
      .select()
      .from(customerNotes)
      .where(and(eq(customerNotes.shop, shop.domain), eq(customerNotes.id, id)))
      .for("update");
    if (!found) throw notFound("There is no such note.");
    const flag = await flagFor(tx, found.customerId, administrator);
    if (found.authorId !== administrator.id)
      throw forbidden(`${found.authorName} wrote this note. Only who wrote a note may change or delete it.`);
    return change(tx, found, flag);
  });
  publishCustomers(shop.domain, [note.customerId]);
  return noteOf(note, administrator);
}

async function update(
  tx: ShopTransaction,
  { shop, id }: NoteRow,
  set: Partial<Pick<NoteRow, "text" | "editedAt" | "deletedAt">>,
): Promise<NoteRow> {
  const [changed] = await tx
    .update(customerNotes)
    .set({ ...set, version: sql`${customerNotes.version} + 1` })
    .where(and(eq(customerNotes.shop, shop), eq(customerNotes.id, id)))
    .returning();
  if (!changed) throw notFound("There is no such note.");
  return changed;
}

const findTags = async (tx: ShopTransaction, customerId: number): Promise<readonly string[] | undefined> =>
  (await readTags(tx, [customerId])).get(customerId);

/** The flag with which an administrator opens the card of a customer, and so reads and writes the notes on it. @throws 404 and 403 */
async function flagFor(tx: ShopTransaction, customerId: number, administrator: Administrator): Promise<Flag> {
  const tags = await findTags(tx, customerId);
  if (!tags) throw notFound("The store has no such customer, or Backroom doesn't know them yet.");
  return readCardFlag(tx, { id: customerId, tags }, administrator);
}

const writeDown = (
  tx: ShopTransaction,
  { shop, customerId }: NoteRow,
  actor: Administrator,
  action: typeof noteAdded,
  sides: { before: NoteSide; after: NoteSide },
  flag: Flag,
) =>
  recordAudit(tx, shop, action, {
    actor,
    subject: { type: customerSubject, id: String(customerId) },
    ...sides,
    flag,
  });

const noteOf = (row: NoteRow, reader: Administrator): Note => ({
  id: row.id,
  text: row.text,
  author: { id: row.authorId, name: row.authorName },
  at: row.createdAt.toISOString(),
  editedAt: row.editedAt?.toISOString() ?? null,
  version: row.version,
  isOwn: row.authorId === reader.id,
});

/** Absent before it is added and after it is deleted. */
export type NoteSide = { note: string } | null;

export const noteAdded = auditAction<NoteSide, NoteSide>(
  "note.added",
  "Added a note on a person",
  MAY_NAME_OTHERS,
);
export const noteChanged = auditAction<NoteSide, NoteSide>(
  "note.changed",
  "Changed a note on a person",
  MAY_NAME_OTHERS,
);
export const noteDeleted = auditAction<NoteSide, NoteSide>(
  "note.deleted",
  "Deleted a note on a person",
  MAY_NAME_OTHERS,
);
export const noteRestored = auditAction<NoteSide, NoteSide>(
  "note.restored",
  "Restored a note on a person",
  MAY_NAME_OTHERS,
);

export const text = z.string();

/** A note as the card shows it. Instants are ISO 8601. */
export const noteShape = z.object({
  id: text,
  text,
  author: z.object({ id: text, name: text }),
  at: text,
  editedAt: text.nullable(),
  /** To be sent back with a change. */
  version: z.number().int(),
  /** The reader wrote it, and may change it. */
  isOwn: z.boolean(),
});

export type Note = z.infer<typeof noteShape>;

export const latestNotes = z.object({
  notes: z.array(noteShape),
  /** True when there are older notes. */
  hasMore: z.boolean(),
});

export type LatestNotes = z.infer<typeof latestNotes>;
