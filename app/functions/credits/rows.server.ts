import type { CreditAccount } from "~/domain/ledger/list-accounts.server";
import type { PostingResult } from "~/domain/ledger/post.server";
import type { TransactionRow } from "~/domain/ledger/transaction-row";
import { absoluteCents } from "~/platform/money/cents";
import { toUnits } from "~/platform/money/decimal";
import type { CreditCustomer, Transaction } from "./contract";
import type { CreditOutcome } from "./outcome-contract";

export const customerOf = (
  { customerId, name, email, ...amounts }: CreditAccount,
  currency: string,
): CreditCustomer => ({
  shopifyCustomerId: customerId,
  name,
  email,
  balance: toUnits(amounts.balanceCents, currency),
  ...amounts,
});

export const transactionOf = (row: TransactionRow, currency: string): Transaction => ({
  id: row.id,
  createdDate: row.at,
  shopifyCustomerId: row.customerId,
  customerName: row.customerName,
  customerEmail: row.customerEmail,
  transactionType: row.type,
  amount: toUnits(absoluteCents(row.amountCents), currency),
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
  canBeGivenUp: row.isCancelable,
});

export const outcomeOf = ({ customerId, postingId, problem }: PostingResult): CreditOutcome => ({
  id: String(customerId),
  postingId,
  state: postingId ? "PENDING" : "FAILED",
  problem,
});
