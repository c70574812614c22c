import { and, eq } from "drizzle-orm";
import type { Upload } from "~/core/attachments/read-upload.server";
import { removeAttachments } from "~/core/attachments/remove-attachments.server";
import { saveAttachment } from "~/core/attachments/save-attachment.server";
import type { Visitor } from "~/core/public-forms/submit-entry.server";
import type { Shop } from "~/platform/auth/shops.server";
import { isStorable } from "~/platform/contract/storable-text";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict } from "~/platform/errors";
import type { OpenRequest } from "./define-request.server";
import { MAX_ANSWER_LENGTH, MAX_ANSWERS } from "./limits";
import type { OpenedLink } from "./links.server";
import { lockRequest, type RequestSubject, readMessages, storeMessage } from "./messages.server";
import { requestMessages } from "./tables.server";

/** The names of the page's fields. */
export const TEXT_FIELD = "text";
export const FILE_FIELD = "file";
export const OPERATION_FIELD = "operationId";

/** What no longer takes an answer. */
const NOTHING_ASKED = "There is nothing to answer any longer. Nothing was sent.";

/** The request of a link, as it is now. */
export const readRequest = (
  shop: Shop,
  { kind, subjectId }: OpenedLink,
  now: Date,
): Promise<OpenRequest | undefined> => withShop(shop.domain, (tx) => kind.open(tx, shop, subjectId, now));

/**
 * Stores what a customer answers, with its file, and applies it to the record. The same form sent twice is one answer.
 * @throws 400 for an answer that is empty or too long or has a file that can't be used, 409 when nothing is asked any longer
 */
export async function answerRequest(
  shop: Shop,
  link: OpenedLink,
  { form, file, problem }: Upload,
  { sender, signal }: Visitor,
  now: Date,
): Promise<void> {
  const operationId = textOf(form, OPERATION_FIELD).slice(0, 100) || crypto.randomUUID();
  const { request, isRepeated } = await withShop(shop.domain, async (tx) => ({
    request: await link.kind.open(tx, shop, link.subjectId, now),
    isRepeated: (await tx.$count(requestMessages, isAnswerOf(shop.domain, link, operationId))) > 0,
  }));
  if (isRepeated) return;
  const { upload } = link.kind;
  if (!request?.answer) throw conflict(NOTHING_ASKED);
  const text = textOf(form, TEXT_FIELD).trim();
  if (problem) throw badRequest(problem);
  if (file && !(request.answer.file && upload))
    throw badRequest("A file isn't asked for here. Send only a text.");
  if (text.length > MAX_ANSWER_LENGTH)
    throw badRequest(
      `Your answer has at most ${MAX_ANSWER_LENGTH.toLocaleString("en-US")} characters. Shorten it.`,
    );
  if (!text && !file) throw badRequest(emptyProblem(request.answer));
  const { email, customerId } = request.to;
  const store = async (tx: ShopTransaction, attachmentId: string | null) => {
    const message = {
      author: "customer" as const,
      text,
      attachmentId,
      operationId,
      email,
      customerId,
      at: now,
    };
    const isNew = await storeAnswer(tx, shop, link, message);
    if (!isNew && attachmentId) await removeAttachments(tx, shop.domain, [attachmentId]);
  };
  if (file && upload) {
    const { flag, tabs } = request.access;
    const permission = tabs ? { flag, tabs } : flag;
    await saveAttachment(
      shop.domain,
      upload,
      { ...file, sender, signal, email, customerId, permission },
      (tx, { id }) => store(tx, id),
    );
  } else await withShop(shop.domain, (tx) => store(tx, null));
  await link.kind.publish(shop, link.subjectId);
}

/** The condition that a message is the answer that a form sent. */
const isAnswerOf = (shop: string, { kind, subjectId }: RequestSubject, operationId: string) =>
  and(
    eq(requestMessages.shop, shop),
    eq(requestMessages.kind, kind.name),
    eq(requestMessages.subjectId, subjectId),
    eq(requestMessages.author, "customer"),
    eq(requestMessages.operationId, operationId),
  );

/** The answers since staff wrote last. */
async function countAnswers(tx: ShopTransaction, shop: string, subject: RequestSubject): Promise<number> {
  const messages = await readMessages(tx, shop, subject);
  return messages.length - 1 - messages.findLastIndex(({ author }) => author === "staff");
}

async function storeAnswer(
  tx: ShopTransaction,
  shop: Shop,
  { kind, subjectId }: OpenedLink,
  message: Parameters<typeof storeMessage>[3] & { attachmentId: string | null },
): Promise<boolean> {
  const { domain } = shop;
  const { text, attachmentId, operationId, at: now } = message;
  const link = { kind, subjectId };
  await lockRequest(tx, domain, link);
  if ((await tx.$count(requestMessages, isAnswerOf(domain, link, operationId))) > 0) return false;
  if ((await countAnswers(tx, domain, link)) >= MAX_ANSWERS)
    throw conflict("You have sent many answers already. Please wait until we have read them.");
  if (!kind.answer) throw conflict(NOTHING_ASKED);
  const { replacedId } = await kind.answer(tx, shop, subjectId, { text, attachmentId, now });
  return storeMessage(tx, domain, { kind, subjectId }, { ...message, replacedId });
}

/** Does what a button of the page says. @returns what happened, as a sentence. @throws 409 when that is no longer possible */
export async function runRequestAction(
  shop: Shop,
  { kind, subjectId }: OpenedLink,
  name: string,
  now: Date,
): Promise<string> {
  const action = kind.actions && Object.hasOwn(kind.actions, name) ? kind.actions[name] : undefined;
  if (!action) throw badRequest("This page takes its own form only.");
  const sentence = await action(shop, subjectId, now);
  await kind.publish(shop, subjectId);
  return sentence ?? "Done.";
}

const emptyProblem = ({ file, text }: NonNullable<OpenRequest["answer"]>): string =>
  file && text ? "Write an answer, or add a file." : file ? "Add a file." : "Write an answer.";

/** The text of a field. One that is missing or can't be stored is empty. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" && isStorable(value) ? value : "";
}
