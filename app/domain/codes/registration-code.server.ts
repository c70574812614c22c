import { and, eq, type SQL, sql } from "drizzle-orm";
import { anyOf } from "~/platform/db/sql-fragments.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { CODES_LIST } from "./code-tags";
import { isCode } from "./list.server";
import type { ShopCode } from "./register/code-registration.server";
import { registrationCodes } from "./tables.server";

/** The fields of a code that staff set. */
export type CodeContent = Pick<
  ShopCode,
  "code" | "startDay" | "endDay" | "partnerHandle" | "spendLimit" | "maxCount" | "tags" | "emailDomains"
>;

/** What an administrator does to a code besides changing its fields. */
type CodeChange = Partial<CodeContent & Pick<ShopCode, "deactivatedAt">>;

/** The code that an operation created. */
export async function findCodeOfOperation(
  tx: ShopTransaction,
  shop: string,
  operationId: string,
): Promise<ShopCode | undefined> {
  const [code] = await tx
    .select()
    .from(registrationCodes)
    .where(and(eq(registrationCodes.shop, shop), eq(registrationCodes.operationId, operationId)));
  return code;
}

/** The codes that operations created, in the order of their numbers. */
export const findCodesOfOperations = (
  tx: ShopTransaction,
  shop: string,
  operationIds: readonly string[],
): Promise<ShopCode[]> =>
  tx
    .select()
    .from(registrationCodes)
    .where(and(eq(registrationCodes.shop, shop), anyOf(registrationCodes.operationId, operationIds)))
    .orderBy(registrationCodes.id);

/** Those of the texts that codes have already, in any case. */
export async function findTakenCodes(
  tx: ShopTransaction,
  shop: string,
  texts: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await tx.$client.query<{ code: string }>(
    `SELECT given.code FROM unnest($2::text[]) AS given (code)
      WHERE EXISTS (SELECT FROM registration_codes AS c WHERE c.shop = $1 AND lower(c.code) = lower(given.code))`,
    [shop, texts],
  );
  return new Set(rows.map(({ code }) => code));
}

/** Stores a new code with the next number. Its caller has locked the partners, so that no number is given twice. */
export async function insertCode(
  tx: ShopTransaction,
  code: CodeContent & Pick<ShopCode, "shop" | "createdAt" | "operationId">,
): Promise<ShopCode> {
  const id = sql`(SELECT coalesce(max(id), 0) + 1 FROM registration_codes WHERE shop = ${code.shop})`;
  const [inserted] = await tx
    .insert(registrationCodes)
    .values({ ...code, id })
    .returning();
  if (!inserted) throw new Error("The insert returned no registration code.");
  return inserted;
}

/** Locks a code until the transaction ends. @throws 404 for an unknown one */
export async function lockCode(tx: ShopTransaction, shop: string, id: number): Promise<ShopCode> {
  const [code] = await tx.select().from(registrationCodes).where(isCode(shop, id)).for("update");
  if (!code) throw notFound("This registration code doesn't exist.");
  return code;
}

/** Stores fields of a locked code as its next version. */
export async function updateCode(
  tx: ShopTransaction,
  before: ShopCode,
  content: CodeChange,
): Promise<ShopCode> {
  const [code = before] = await tx
    .update(registrationCodes)
    .set({ ...content, version: sql`${registrationCodes.version} + 1` })
    .where(isCode(before.shop, before.id))
    .returning();
  return code;
}

/** SQL for the text of a code, null without one. */
export const textOfCode = (shop: SQL, id: SQL): SQL =>
  sql`(SELECT code.code FROM ${registrationCodes} AS code WHERE code.shop = ${shop} AND code.id = ${id})`;

/** How many codes can be used on a day of the shop's calendar. @param today YYYY-MM-DD */
export const countUsableCodes = (tx: ShopTransaction, shop: string, today: string): Promise<number> =>
  tx.$count(
    registrationCodes,
    sql`${registrationCodes.shop} = ${shop} AND ${registrationCodes.startDay} <= ${today}
      AND ${registrationCodes.endDay} >= ${today} AND ${registrationCodes.deactivatedAt} IS NULL
      AND (${registrationCodes.maxCount} IS NULL OR ${registrationCodes.currentCount} < ${registrationCodes.maxCount})`,
  );

/** SQL for the partner of the code that a customer used last before a moment, as `handle`. $1 is the shop. */
export const lastPartner = (customerId: string, until: string): string =>
  `SELECT r.partner_handle AS handle FROM code_registrations AS r
    WHERE r.shop = $1 AND r.customer_id = ${customerId} AND r.registered_at <= ${until}
    ORDER BY r.registered_at DESC, r.code_id DESC, r.address LIMIT 1`;

/** SQL for how many customers registered with codes of each partner, as `handle` and `registrations`. $1 is the shop. */
export const registrationsByPartner = (start: string, end: string): string =>
  `SELECT partner_handle AS handle, count(DISTINCT customer_id)::int AS registrations FROM code_registrations
    WHERE shop = $1 AND registered_at >= ${start} AND registered_at < ${end} GROUP BY partner_handle`;

/** SQL for when the first customer since a moment registered with a code, null without one. $1 is the shop. */
export const firstRegistration = (since: string): string =>
  `SELECT min(registered_at) FROM code_registrations WHERE shop = $1 AND registered_at >= ${since}`;

/** SQL for the partners' names, as `handle` and `name`. $1 is the shop. */
export const PARTNER_NAMES = "SELECT handle, name FROM partners WHERE shop = $1";

/** Open pages load their codes again. Call it after the transaction has committed. */
export const publishCodes = (shop: string): void =>
  publishChange(shop, "showRegistrationCodes", { list: CODES_LIST });
