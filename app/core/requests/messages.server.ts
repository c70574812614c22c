import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import type { RequestDefinition } from "./define-request.server";
import { requestMessages } from "./tables.server";

/** A message of a request, as it is stored. */
export type RequestMessage = typeof requestMessages.$inferSelect;

/** A request: its kind, and the id of its record. */
export interface RequestSubject {
  kind: Pick<RequestDefinition, "name">;
  subjectId: string;
}

const isOf = (shop: string, { kind, subjectId }: RequestSubject) =>
  and(
    eq(requestMessages.shop, shop),
    eq(requestMessages.kind, kind.name),
    eq(requestMessages.subjectId, subjectId),
  );

/** The messages of a request, oldest first. */
export const readMessages = (
  tx: ShopTransaction,
  shop: string,
  subject: RequestSubject,
): Promise<RequestMessage[]> =>
  tx.select().from(requestMessages).where(isOf(shop, subject)).orderBy(asc(requestMessages.id));

/** The newest message of a request. */
export async function readLastMessage(
  tx: ShopTransaction,
  shop: string,
  subject: RequestSubject,
): Promise<RequestMessage | undefined> {
  const [last] = await tx
    .select()
    .from(requestMessages)
    .where(isOf(shop, subject))
    .orderBy(desc(requestMessages.id))
    .limit(1);
  return last;
}

/** Lets one change at a time be made to a request, so that its messages and links are counted. */
export const lockRequest = (
  tx: ShopTransaction,
  shop: string,
  { kind, subjectId }: RequestSubject,
): Promise<unknown> =>
  tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`request ${shop} ${kind.name} ${subjectId}`}, 0))`,
  );

/** Stores a message. The same operation again stores nothing. @returns whether it is new */
export async function storeMessage(
  tx: ShopTransaction,
  shop: string,
  { kind, subjectId }: RequestSubject,
  message: Pick<RequestMessage, "author" | "text" | "operationId" | "at"> & Partial<RequestMessage>,
): Promise<boolean> {
  const stored = await tx
    .insert(requestMessages)
    .values({
      shop,
      kind: kind.name,
      subjectId,
      ...message,
      email: message.email?.toLowerCase(),
    })
    .onConflictDoNothing()
    .returning({ id: requestMessages.id });
  return stored.length > 0;
}

/** The question that a customer reads on their page. */
export const storeQuestion = (
  tx: ShopTransaction,
  shop: string,
  subject: RequestSubject,
  question: Pick<RequestMessage, "text" | "operationId" | "at"> & Partial<RequestMessage>,
): Promise<boolean> => storeMessage(tx, shop, subject, { author: "staff", ...question });

/** Whether the last message of a request is its customer's: SQL for a list. @param subjectId the record's id as text */
export const isAnsweredSql = (shop: SQL, kind: string, subjectId: SQL): SQL<boolean> =>
  sql`coalesce((SELECT m.author = 'customer' FROM request_messages AS m
        WHERE m.shop = ${shop} AND m.kind = ${kind} AND m.subject_id = ${subjectId} ORDER BY m.id DESC LIMIT 1), false)`;
