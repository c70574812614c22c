import { and, eq, sql } from "drizzle-orm";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import type { ShopCode } from "./register/register-operation.server";
import { registrationCodes } from "./tables.server";

/** The fields of a code that staff set. */
export type CodeContent = Pick<
  ShopCode,
  "code" | "startDay" | "endDay" | "partnerHandle" | "spendLimit" | "maxCount" | "tags" | "emailDomains"
>;

const isCode = (shop: string, id: number) =>
  and(eq(registrationCodes.shop, shop), eq(registrationCodes.id, id));

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
  content: Partial<CodeContent>,
): Promise<ShopCode> {
  const [code = before] = await tx
    .update(registrationCodes)
    .set({ ...content, version: sql`${registrationCodes.version} + 1` })
    .where(isCode(before.shop, before.id))
    .returning();
  return code;
}
