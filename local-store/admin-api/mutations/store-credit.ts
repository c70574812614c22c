import { addCredit, type CreditChange, type CreditTarget, deductCredit } from "../../credit/change-credit.ts";
import { sendCreditNotice } from "../../credit/send-credit-notice.ts";
import type { RequestContext } from "../context.ts";
import { badRequest, notImplemented } from "../errors.ts";
import { parseGid } from "../gid.ts";
import { centsOf, type MoneyInput } from "../parse-money-input.ts";
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

/** As at Shopify, these mutations aren't idempotent: repeating a call changes the balance again. */
export const storeCreditMutations: TypeResolvers = {
  storeCreditAccountCredit: async (_root, { id, creditInput }: CreditArguments, context) => {
    const { creditAmount, expiresAt, notify } = creditInput;
    const amount = { cents: centsOf(creditAmount), currency: creditAmount.currencyCode };
    const { store, shop } = context;
    const change = await addCredit(store, shop.domain, targetOf(id), amount, instantOf(expiresAt));
    if (notify && change.account) await sendCreditNotice(store, shop, change.account, amount.cents);
    return payload("storeCreditAccountCredit", change, context);
  },

  storeCreditAccountDebit: async (_root, { id, debitInput }: DebitArguments, context) => {
    const { debitAmount } = debitInput;
    const amount = { cents: centsOf(debitAmount), currency: debitAmount.currencyCode };
    const change = await deductCredit(context.store, context.shop.domain, targetOf(id), amount);
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

/** Counted by customer, so that tests can prove that no customer is credited twice. */
function payload(mutation: string, change: CreditChange, context: RequestContext) {
  if (!change.account) return { storeCreditAccountTransaction: null, userErrors: change.userErrors };
  context.store.counters.mutation(context.shop.domain, mutation, change.account.customer_id, true);
  return {
    storeCreditAccountTransaction: transactionSource(change.transaction, change.account),
    userErrors: [],
  };
}
