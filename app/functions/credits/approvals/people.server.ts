import { and, eq } from "drizzle-orm";
import { type CreditAccount, findAccounts } from "~/domain/ledger/list-accounts.server";
import type { CallContext } from "~/platform/contract/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { notFound } from "~/platform/errors";
import type { ApprovalPerson } from "./contract";
import { creditApprovals } from "./tables.server";

/** So many customers are named at once; a request has up to a hundred. */
const FIRST = 3;

const personOf = ({ customerId, name, email, balanceCents }: CreditAccount): ApprovalPerson => ({
  id: customerId,
  name,
  email,
  balanceCents,
});

/** Customers with what they have now, by name. */
export async function peopleOf(
  tx: ShopTransaction,
  shop: string,
  customerIds: readonly number[],
): Promise<ApprovalPerson[]> {
  return (await findAccounts(tx, shop, customerIds)).map(personOf);
}

/** The first customers of each of some requests, in one query for all. @returns by the request's id */
export async function firstPeopleOf(
  tx: ShopTransaction,
  shop: string,
  requests: readonly { id: string; customerIds: readonly number[] }[],
): Promise<Map<string, ApprovalPerson[]>> {
  const first = requests.map(({ id, customerIds }) => ({ id, customerIds: customerIds.slice(0, FIRST) }));
  const people = await peopleOf(
    tx,
    shop,
    first.flatMap(({ customerIds }) => customerIds),
  );
  return new Map(
    first.map(({ id, customerIds }) => [id, people.filter((one) => customerIds.includes(Number(one.id)))]),
  );
}

/** Whom a request is about. @throws 404 for one that is not there */
export async function peopleOfApproval(
  { shop: { domain } }: CallContext,
  id: string,
): Promise<ApprovalPerson[]> {
  return withShop(domain, async (tx) => {
    const [request] = await tx
      .select({ customerIds: creditApprovals.customerIds })
      .from(creditApprovals)
      .where(and(eq(creditApprovals.shop, domain), eq(creditApprovals.id, id)));
    if (!request) throw notFound("There is no such request.");
    return peopleOf(tx, domain, request.customerIds);
  });
}
