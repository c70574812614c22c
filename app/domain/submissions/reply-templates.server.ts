import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { queryRows } from "~/core/lists/list-query.server";
import { isUniqueViolation } from "~/platform/db/errors.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, changedWhileEditing, conflict, notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { replyChanged, replyCreated, replyDeleted } from "./audit.server";
import { REPLY_USES, type ReplyTemplate, replyProblem } from "./reply-text";
import { replyTemplates } from "./tables.server";

export type ReplyFields = Omit<ReplyTemplate, "id">;

/** The reply templates, by use and name. */
export const listReplyTemplates = (tx: ShopTransaction): Promise<ReplyTemplate[]> =>
  queryRows<ReplyTemplate>(
    tx,
    sql`SELECT id::float8 AS id, used_for AS use, name, body AS text FROM reply_templates
         WHERE shop = current_setting('app.shop') ORDER BY used_for, lower(name), reply_templates.id`,
  );

/** Adds a template. @throws 400 for a text that can't be sent, 409 for a name that another template has */
export const createReplyTemplate = (context: CallContext, fields: ReplyFields): Promise<ReplyTemplate> =>
  changing(context, async (tx) => {
    assertSendable(fields);
    const [added] = await tx
      .insert(replyTemplates)
      .values({ shop: context.shop.domain, ...columnsOf(fields) })
      .returning({ id: replyTemplates.id });
    if (!added) throw new Error("The insert returned no template.");
    await recordAudit(tx, context.shop.domain, replyCreated, {
      ...entryOf(context),
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
      throw changedWhileEditing("This template was");
    await tx
      .update(replyTemplates)
      .set(columnsOf(fields))
      .where(and(eq(replyTemplates.shop, context.shop.domain), eq(replyTemplates.id, id)));
    await recordAudit(tx, context.shop.domain, replyChanged, {
      ...entryOf(context),
      before: sideOf(current),
      after: sideOf(fields),
    });
    return { id, ...fields };
  });

/** Deletes a template. @returns what it was @throws 404 for one that doesn't exist */
export const deleteReplyTemplate = (context: CallContext, id: number): Promise<ReplyTemplate> =>
  changing(context, async (tx) => {
    const before = await lockTemplate(tx, context.shop.domain, id);
    await tx
      .delete(replyTemplates)
      .where(and(eq(replyTemplates.shop, context.shop.domain), eq(replyTemplates.id, id)));
    await recordAudit(tx, context.shop.domain, replyDeleted, {
      ...entryOf(context),
      before: sideOf(before),
      after: null,
    });
    return { id, ...before };
  });

async function changing(
  { shop: { domain } }: CallContext,
  work: (tx: ShopTransaction) => Promise<ReplyTemplate>,
): Promise<ReplyTemplate> {
  const template = await withShop(domain, work).catch((error: unknown) => {
    throw isUniqueViolation(error)
      ? conflict("Another template for the same use has this name. Choose another name.")
      : error;
  });
  publishChange(domain, "showPromotion", { list: "promo-promotions" });
  return template;
}

function assertSendable({ text, use }: ReplyFields): void {
  const problem = replyProblem(text, use);
  if (problem) throw badRequest(problem, { text: problem });
}

async function lockTemplate(tx: ShopTransaction, shop: string, id: number): Promise<ReplyFields> {
  const [template] = await tx
    .select({ use: replyTemplates.usedFor, name: replyTemplates.name, text: replyTemplates.body })
    .from(replyTemplates)
    .where(and(eq(replyTemplates.shop, shop), eq(replyTemplates.id, id)))
    .for("update");
  if (!template) throw notFound("This template no longer exists.");
  return template;
}

const isSame = (one: ReplyFields, other: ReplyFields) =>
  one.use === other.use && one.name === other.name && one.text === other.text;

const columnsOf = ({ use, name, text }: ReplyFields) => ({ usedFor: use, name, body: text });

const entryOf = ({ administrator, shop }: CallContext) => ({
  actor: administrator,
  subject: { type: shopSubject, id: shop.domain },
  flag: "showPromotion" as const,
});

const sideOf = ({ use, name, text }: ReplyFields) => ({ "used for": REPLY_USES[use], name, text });
