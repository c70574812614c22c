import { type SQL, sql } from "drizzle-orm";
import { type Administrator, type Flag, mayUse } from "~/platform/auth/permission";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { forbidden, notFound } from "~/platform/errors";
import { CREDIT_FLAG, INVITED_KINDS, kindsOf, NATIONAL_PARTNER, REGISTERED_KINDS } from "./kinds";

/** Whether a customer has an account of store credit, also one without a balance. */
async function hasCredit(tx: ShopTransaction, customerId: number): Promise<boolean> {
  const { rowCount } = await tx.$client.query(
    "SELECT 1 FROM credit_accounts_of_shop WHERE customer_id = $1",
    [customerId],
  );
  return rowCount === 1;
}

/**
 * The flag with which an administrator opens a customer's card: that of one of the customer's kinds. A customer of no kind has a card
 * if they have store credit.
 * @throws 404 for a customer without a card, 403 without a flag that opens it
 */
export async function readCardFlag(
  tx: ShopTransaction,
  { id, tags }: { id: number; tags: readonly string[] },
  administrator: Administrator,
): Promise<Flag> {
  const kinds = kindsOf(tags);
  const isOfCredit = kinds.length === 0 && (await hasCredit(tx, id));
  if (kinds.length === 0 && !isOfCredit)
    throw notFound(
      "This customer has no card. They aren't of a kind that Backroom works on, and have no store credit.",
    );
  const flags: readonly Flag[] = isOfCredit ? [CREDIT_FLAG] : kinds.map(({ flag }) => flag);
  const flag = flags.find((each) => mayUse(administrator, each));
  if (!flag) throw forbidden();
  return flag;
}

/** Whether a row of `customers_of_shop` is of a kind that an administrator works on. */
export function isVisibleTo(administrator: Administrator): SQL {
  const tags = Object.values({ ...REGISTERED_KINDS, ...INVITED_KINDS })
    .filter(({ flag }) => mayUse(administrator, flag))
    .map(({ tag }) => tag.toLowerCase());
  const isOfKind = sql`EXISTS (SELECT 1 FROM unnest(tags) AS tag WHERE lower(tag) = ANY(${sql.param(tags)}::text[]))`;
  return mayUse(administrator, NATIONAL_PARTNER.flag)
    ? sql`(${isOfKind} OR national_partner IS NOT NULL)`
    : isOfKind;
}
