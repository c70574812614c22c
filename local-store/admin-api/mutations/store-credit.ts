import { addCredit, type CreditChange, type CreditTarget, takeCredit } from "../../credit/change.ts";
import { announceCredit } from "../../credit/notice.ts";
import type { RequestContext } from "../context.ts";
import { badRequest, notImplemented } from "../errors.ts";
import { parseGid } from "../gid.ts";
import { centsOf, type MoneyInput } from "../money-input.ts";
import { transactionSource } from "../resolvers/store-credit.ts";
import type { TypeResolvers } from "../resolvers/types.ts";

interface CreditArguments {
  id: string;
  creditInput: { creditAmount: MoneyInput; expiresAt?: string | null; notify?: boolean | null };
}

interface DebitArguments {
  id: string;
  debitInput: { debitAmount: MoneyInput };
}

/** Neither mutation knows repeats: the same call again changes the balance again, as at Shopify. */
export const storeCreditMutations: TypeResolvers = {
  storeCreditAccountCredit: async (_root, { id, creditInput }: CreditArguments, context) => {
    const { creditAmount, expiresAt, notify } = creditInput;
    const amount = { cents: centsOf(creditAmount), currency: creditAmount.currencyCode };
    const { store, shop } = context;
    const change = await addCredit(store, shop.domain, targetOf(id), amount, instantOf(expiresAt));
    if (notify && change.account) await announceCredit(store, shop, change.account, amount.cents);
    return payload("storeCreditAccountCredit", change, context);
  },

  storeCreditAccountDebit: async (_root, { id, debitInput }: DebitArguments, context) => {
    const { debitAmount } = debitInput;
    const amount = { cents: centsOf(debitAmount), currency: debitAmount.currencyCode };
    const change = await takeCredit(context.store, context.shop.domain, targetOf(id), amount);
    return payload("storeCreditAccountDebit", change, context);
  },
};

function targetOf(globalId: string): CreditTarget {
  const { type, id } = parseGid(globalId);
  if (type === "Customer") return { customer: id };
  if (type === "StoreCreditAccount") return { account: id };
  throw notImplemented(`store credit of ${type}`);
}

function instantOf(text: string | null | undefined): Date | null {
  if (text === undefined || text === null) return null;
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) throw badRequest(`Invalid DateTime '${text}'`);
  return instant;
}

/** Counted by the customer, so that a test can prove that nobody was credited twice. */
function payload(mutation: string, change: CreditChange, context: RequestContext) {
  if (!change.account) return { storeCreditAccountTransaction: null, userErrors: change.userErrors };
  context.store.counters.mutation(context.shop.domain, mutation, change.account.customer_id, true);
  return {
    storeCreditAccountTransaction: transactionSource(change.transaction, change.account),
    userErrors: [],
  };
}
