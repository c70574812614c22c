import type { CreditAccount } from "~/domain/ledger/list-accounts.server";
import type { Posted } from "~/domain/ledger/post.server";
import type { TransactionRow } from "~/domain/ledger/transaction-row";
import type { CreditCustomer, Transaction } from "./contract";
import type { CreditOutcome } from "./outcome-contract";

/** Whole cents as dollars; exact to the cent below 2^53 cents. */
export const dollars = (cents: number): number => cents / 100;

export const customerOf = ({ customerId, name, email, ...cents }: CreditAccount): CreditCustomer => ({
  shopifyCustomerId: customerId,
  name,
  email,
  balance: dollars(cents.balanceCents),
  ...cents,
});

export const transactionOf = (row: TransactionRow): Transaction => ({
  id: row.id,
  createdDate: row.at,
  shopifyCustomerId: row.customerId,
  customerName: row.customerName,
  customerEmail: row.customerEmail,
  transactionType: row.type,
  amount: dollars(Math.abs(row.amountCents)),
  amountCents: row.amountCents,
  reference: row.reference,
  expirationDate: row.expiresAt,
  adminName: row.actorName,
  adminEmail: row.actorEmail,
  state: row.state,
  problem: row.problem,
  orderName: row.orderName,
  reversesId: row.reversesId,
  reversedById: row.reversedById,
  canBeGivenUp: row.canBeGivenUp,
});

export const outcomeOf = ({ customerId, postingId, problem }: Posted): CreditOutcome => ({
  id: String(customerId),
  postingId,
  state: postingId ? "PENDING" : "FAILED",
  problem,
});
