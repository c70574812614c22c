import { and, eq } from "drizzle-orm";
import type { CallContext } from "~/core/context.server";
import { type CreditAccount, findAccounts } from "~/domain/ledger/list-accounts.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import type { ApprovalPerson } from "./schemas";
import { creditApprovals } from "./tables.server";

/** How many customers are named before the list is opened. */
const MAX_NAMED = 3;

const personOf = ({ customerId, name, email, balanceCents }: CreditAccount): ApprovalPerson => ({
  id: customerId,
  name,
  email,
  balanceCents,
});

/** Customers with their balances, by name. */
export async function findPeople(
  tx: ShopTransaction,
  shop: string,
  customerIds: readonly number[],
): Promise<ApprovalPerson[]> {
  return (await findAccounts(tx, shop, customerIds)).map(personOf);
}

/** The first customers of each of some requests, in one query for all. @returns by the request's id */
export async function findFirstPeople(
  tx: ShopTransaction,
  shop: string,
  requests: readonly { id: string; customerIds: readonly number[] }[],
): Promise<Map<string, ApprovalPerson[]>> {
  const first = requests.map(({ id, customerIds }) => ({ id, customerIds: customerIds.slice(0, MAX_NAMED) }));
  const people = await findPeople(
    tx,
    shop,
    first.flatMap(({ customerIds }) => customerIds),
  );
  return new Map(
    first.map(({ id, customerIds }) => [id, people.filter((one) => customerIds.includes(Number(one.id)))]),
  );
}

/** The customers of a request. @throws 404 for an unknown request */
export async function listApprovalPeople(
  { shop: { domain } }: CallContext,
  id: string,
): Promise<ApprovalPerson[]> {
  return withShop(domain, async (tx) => {
    const [request] = await tx
      .select({ customerIds: creditApprovals.customerIds })
      .from(creditApprovals)
      .where(and(eq(creditApprovals.shop, domain), eq(creditApprovals.id, id)));
    if (!request) throw notFound("This request doesn't exist.");
    return findPeople(tx, domain, request.customerIds);
  });
}
