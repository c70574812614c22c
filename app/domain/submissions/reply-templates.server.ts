import { and, eq, sql } from "drizzle-orm";
import { type Deletion, readDeletion } from "~/core/audit/deletion.server";
import { readLatestEntries } from "~/core/audit/latest-entry.server";
import { outdatedFormOf } from "~/core/audit/outdated-form.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { queryRows } from "~/core/lists/list-query.server";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict, notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import {
  type ReplySide,
  replyChanged,
  replyCreated,
  replyDeleted,
  replyTemplateSubject,
} from "./audit.server";
import { REPLY_USES, type ReplyTemplate, type ReplyUse, replyProblem } from "./reply-text";
import { replyTemplates } from "./tables.server";

export type ReplyFields = Omit<ReplyTemplate, "id">;

/** The reply templates, by use and name. */
export const listReplyTemplates = (tx: ShopTransaction): Promise<ReplyTemplate[]> =>
  queryRows<ReplyTemplate>(
    tx,
    sql`SELECT id::float8 AS id, used_for AS use, name, body AS text FROM reply_templates
         WHERE shop = current_setting('app.shop') ORDER BY used_for, lower(name), reply_templates.id`,
  );

/**
 * Adds a template. One that is there already stays as it is: the answer to adding it may have been lost.
 * @throws 400 for a text that can't be sent, 409 for a name that another template has
 */
export const createReplyTemplate = (context: CallContext, fields: ReplyFields): Promise<ReplyTemplate> =>
  changing(context, async (tx) => {
    assertSendable(fields);
    const [added] = await tx
      .insert(replyTemplates)
      .values({ shop: context.shop.domain, ...columnsOf(fields) })
      .onConflictDoNothing()
      .returning({ id: replyTemplates.id });
    if (!added) {
      const same = (await listReplyTemplates(tx)).find((template) => isSame(template, fields));
      if (!same) throw nameTaken();
      return same;
    }
    await recordAudit(tx, context.shop.domain, replyCreated, {
      ...entryOf(context, added.id),
      before: null,
      after: sideOf(fields),
    });
    return { id: added.id, ...fields };
  });

/**
 * Changes a template.
 * @param before the template as it was when its change began
 * @throws as `createReplyTemplate`, 404 for one that doesn't exist, and 409 for one that was changed since
 */
export const changeReplyTemplate = (
  context: CallContext,
  id: number,
  fields: ReplyFields,
  before?: ReplyFields,
): Promise<ReplyTemplate> =>
  changing(context, async (tx) => {
    assertSendable(fields);
    const current = await lockTemplate(tx, context.shop.domain, id);
    // A repeated change is accepted: it may be a repetition whose answer was lost.
    if (before && !isSame(current, before) && !isSame(current, fields))
      throw await outdatedFormOf(tx, context, { type: replyTemplateSubject, id }, "this template");
    await tx
      .update(replyTemplates)
      .set(columnsOf(fields))
      .where(and(eq(replyTemplates.shop, context.shop.domain), eq(replyTemplates.id, id)));
    await recordAudit(tx, context.shop.domain, replyChanged, {
      ...entryOf(context, id),
      before: sideOf(current),
      after: sideOf(fields),
    });
    return { id, ...fields };
  });

/** Deletes a template. Deleting it again changes nothing. @returns what it was @throws 404 for one that never existed */
export async function deleteReplyTemplate(
  context: CallContext,
  id: number,
): Promise<ReplyTemplate & { deletion: Deletion }> {
  const { domain } = context.shop;
  const deleted = await changing(context, async (tx) => {
    const before = await findTemplate(tx, domain, id);
    if (!before) return { id, ...(await readDeleted(tx, domain, id)) };
    await tx.delete(replyTemplates).where(and(eq(replyTemplates.shop, domain), eq(replyTemplates.id, id)));
    await recordAudit(tx, domain, replyDeleted, {
      ...entryOf(context, id),
      before: sideOf(before),
      after: null,
    });
    return { id, ...before };
  });
  return { ...deleted, deletion: await readDeletion(context, DELETION, id) };
}

/** What a deleted template was. @throws 404 for one that isn't known */
async function readDeleted(tx: ShopTransaction, shop: string, id: number): Promise<ReplyFields> {
  const entries = await readLatestEntries(tx, shop, DELETION, [String(id)]);
  const before = entries.get(String(id))?.before as ReplySide | undefined;
  const use = USES.find((one) => REPLY_USES[one] === before?.["used for"]);
  if (!before || !use) throw notFound(GONE);
  return { use, name: before.name, text: before.text };
}

const DELETION = { type: replyTemplateSubject, action: replyDeleted };

const USES = Object.keys(REPLY_USES) as ReplyUse[];

async function changing<Template extends ReplyTemplate>(
  { shop: { domain } }: CallContext,
  work: (tx: ShopTransaction) => Promise<Template>,
): Promise<Template> {
  const template = await withShop(domain, work).catch((error: unknown) => {
    throw isUniqueViolation(error) ? nameTaken() : error;
  });
  publishChange(domain, "showPromotion", { list: "promo-promotions" });
  return template;
}

function assertSendable({ text, use }: ReplyFields): void {
  const problem = replyProblem(text, use);
  if (problem) throw badRequest(problem, { text: problem });
}

const nameTaken = () => conflict("Another template for the same use has this name. Choose another name.");

const GONE = "This template no longer exists.";

async function lockTemplate(tx: ShopTransaction, shop: string, id: number): Promise<ReplyFields> {
  const template = await findTemplate(tx, shop, id);
  if (!template) throw notFound(GONE);
  return template;
}

async function findTemplate(tx: ShopTransaction, shop: string, id: number): Promise<ReplyFields | undefined> {
  const [template] = await tx
    .select({ use: replyTemplates.usedFor, name: replyTemplates.name, text: replyTemplates.body })
    .from(replyTemplates)
    .where(and(eq(replyTemplates.shop, shop), eq(replyTemplates.id, id)))
    .for("update");
  return template;
}

const isSame = (one: ReplyFields, other: ReplyFields) =>
  one.use === other.use && one.name === other.name && one.text === other.text;

const columnsOf = ({ use, name, text }: ReplyFields) => ({ usedFor: use, name, body: text });

const entryOf = ({ administrator }: CallContext, id: number) => ({
  actor: administrator,
  subject: { type: replyTemplateSubject, id: String(id) },
  flag: "showPromotion" as const,
});

const sideOf = ({ use, name, text }: ReplyFields) => ({ "used for": REPLY_USES[use], name, text });
