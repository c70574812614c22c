import { type Store, transaction } from "../data/database.ts";
import type { UserError } from "../data/rows.ts";
import { lockAccount, openAccount } from "./accounts.ts";
import { bookCredit, bookDebit } from "./book-transactions.ts";
import { creditLimit } from "./credit-limit.ts";
import type { StoreCreditAccountRow, StoreCreditTransactionRow } from "./rows.ts";

/** An account, or a customer's account in the amount's currency. */
export type CreditTarget = { account: number } | { customer: number };

/** An amount of money in whole cents. */
export interface CreditAmount {
  cents: number;
  currency: string;
}

/** The result: the transaction with its account, or the user errors. */
export type CreditChange =
  | { account: StoreCreditAccountRow; transaction: StoreCreditTransactionRow; userErrors: [] }
  | { account: null; transaction: null; userErrors: UserError[] };

/** Adds store credit with the user errors of `storeCreditAccountCredit`. */
export async function addCredit(
  store: Store,
  shop: string,
  target: CreditTarget,
  amount: CreditAmount,
  expiresAt: Date | null = null,
): Promise<CreditChange> {
  const at = ["creditInput", "creditAmount"];
  if (amount.cents <= 0)
    return refused(
      "NEGATIVE_OR_ZERO_AMOUNT",
      [...at, "amount"],
      "A positive amount must be used to credit a store credit account",
    );
  const limit = creditLimit(amount.currency);
  if (limit === undefined)
    return refused(
      "UNSUPPORTED_CURRENCY",
      [...at, "currencyCode"],
      "The currency provided is not currently supported",
    );
  if (expiresAt && expiresAt.getTime() <= store.clock.now())
    return refused(
      "EXPIRES_AT_IN_PAST",
      ["creditInput", "expiresAt"],
      "The expiry date must be in the future",
    );
  if (amount.cents > limit) return limitExceeded();
  return transaction(store, async (client) => {
    const account =
      "account" in target
        ? await lockAccount(client, store, shop, target)
        : await openAccount(client, store, shop, target.customer, amount.currency);
    if (!account)
      return "account" in target
        ? accountMissing()
        : refused("OWNER_NOT_FOUND", ["id"], "Owner does not exist");
    if (account.currency !== amount.currency) return currencyMismatch([...at, "currencyCode"]);
    if (account.balance_cents + amount.cents > limit) return limitExceeded();
    const booked = await bookCredit(client, store, account, {
      cents: amount.cents,
      expiresAt,
      event: "ADJUSTMENT",
    });
    return { account, transaction: booked, userErrors: [] };
  });
}

/** Deducts store credit with the user errors of `storeCreditAccountDebit`. */
export async function deductCredit(
  store: Store,
  shop: string,
  target: CreditTarget,
  amount: CreditAmount,
): Promise<CreditChange> {
  const at = ["debitInput", "debitAmount"];
  if (amount.cents <= 0)
    return refused(
      "NEGATIVE_OR_ZERO_AMOUNT",
      [...at, "amount"],
      "A positive amount must be used to debit a store credit account",
    );
  return transaction(store, async (client) => {
    const name = "account" in target ? target : { customer: target.customer, currency: amount.currency };
    const account = await lockAccount(client, store, shop, name);
    if (!account) return accountMissing();
    if (account.currency !== amount.currency) return currencyMismatch([...at, "currencyCode"]);
    if (account.balance_cents < amount.cents)
      return refused(
        "INSUFFICIENT_FUNDS",
        [...at, "amount"],
        "The store credit account does not have sufficient funds to satisfy the request",
      );
    const booked = await bookDebit(client, store, account, { cents: amount.cents, event: "ADJUSTMENT" });
    return { account, transaction: booked, userErrors: [] };
  });
}

const accountMissing = () =>
  refused("ACCOUNT_NOT_FOUND", ["id"], "The store credit account could not be found");

const limitExceeded = () =>
  refused(
    "CREDIT_LIMIT_EXCEEDED",
    ["creditInput", "creditAmount", "amount"],
    "The operation would cause the account's credit limit to be exceeded",
  );

const currencyMismatch = (field: string[]) =>
  refused(
    "MISMATCHING_CURRENCY",
    field,
    "The currency provided does not match the currency of the store credit account",
  );

function refused(code: string, field: string[], message: string): CreditChange {
  return { account: null, transaction: null, userErrors: [{ code, field, message }] };
}
