import { subDays } from "date-fns";
import type { CallContext } from "~/core/context.server";
import { lockLimitBeforeAccounts } from "~/domain/ledger/exceeds-approval-limit.server";
import { findAccount } from "~/domain/ledger/list-accounts.server";
import { lockAccounts, openAccounts } from "~/domain/ledger/post.server";
import { readRepeatDays } from "~/domain/ledger/repeat-days.server";
import {
  type EarlierPosting,
  findLatestCredits,
  findRepeated,
} from "~/domain/ledger/repeated-postings.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { formatMoney } from "~/platform/money/format-money";
import { findWaiting } from "./approvals/find-waiting.server";
import type { CreditRequest } from "./credit-request";
import { customersInWords } from "./messages";
import type { Repetition } from "./outcome-contract";

/** The most earlier postings and requests that a question names. */
const MAX_NAMED = 5;

/**
 * Whether a request repeats postings of the last days, or requests that wait for approval, so that the administrator has to confirm
 * it. A concurrent request for the same customers waits until the transaction ends, and then sees what this one posts or requests.
 * @returns the question, or null when nothing is repeated
 */
export async function findRepetition(
  tx: ShopTransaction,
  { shop, clock }: CallContext,
  request: CreditRequest,
): Promise<Repetition | null> {
  const { customerIds, type, amountCents, reference } = request;
  const days = await readRepeatDays(tx, shop.domain);
  if (days === 0) return null;
  await lockLimitBeforeAccounts(tx, shop.domain);
  await openAccounts(tx, shop.domain, [...customerIds]);
  await lockAccounts(tx, shop.domain, customerIds);
  const postings = customerIds.map((customerId) => ({ customerId, type, amountCents, reference }));
  // In this order: a request that is approved in between is found as a posting.
  const { waiting, requestCount } = await findWaiting(tx, shop.domain, request);
  const earlier = await findRepeated(tx, shop.domain, postings, subDays(clock.now(), days));
  if (earlier.length + waiting.length === 0) return null;
  const what = `${type === "Credit" ? "a credit" : "an adjustment"} of ${formatMoney(amountCents, shop.currency)}`;
  const who = (count: number, one: string) =>
    customerIds.length === 1
      ? one
      : `${count.toLocaleString("en-US")} of ${customersInWords(customerIds.length)}`;
  const sentences = [
    earlier.length > 0 &&
      `${who(earlier.length, "This customer")} already got ${what} with this reference in the last ${days === 1 ? "day" : `${days} days`}.`,
    waiting.length > 0 &&
      `${waitingInWords(requestCount, what)}, for ${who(waiting.length, "this customer")}.`,
    "Nothing was posted yet.",
  ];
  return toRepetition(sentences.filter(Boolean).join(" "), earlier, waiting);
}

/**
 * Whether a customer who is being added with a credit is already listed, or the same credit waits for approval.
 * @returns the question with the customer's latest credits, or null for a customer without any
 */
export async function findListedCustomer(
  tx: ShopTransaction,
  { shop }: CallContext,
  { email, request }: { email: string; request: CreditRequest & { customerIds: readonly [number] } },
): Promise<Repetition | null> {
  const { amountCents } = request;
  const [customerId] = request.customerIds;
  await openAccounts(tx, shop.domain, [customerId]);
  await lockAccounts(tx, shop.domain, [customerId]);
  const { waiting, requestCount } = await findWaiting(tx, shop.domain, request);
  const earlier = await findLatestCredits(tx, shop.domain, customerId, MAX_NAMED);
  const account = await findAccount(tx, shop.domain, customerId);
  const isListed = earlier.length > 0 || Boolean(account?.balanceCents);
  if (!isListed && waiting.length === 0) return null;
  const amount = formatMoney(amountCents, shop.currency);
  const sentences = [
    isListed &&
      `${email} is already listed, with a balance of ${formatMoney(account?.balanceCents ?? amountCents, shop.currency)}.`,
    waiting.length > 0 && `${waitingInWords(requestCount, `a credit of ${amount}`)}, for this customer.`,
    `The credit of ${amount} was not posted yet.`,
  ];
  return toRepetition(sentences.filter(Boolean).join(" "), earlier, waiting);
}

/** @param what "a credit of $5.00" */
const waitingInWords = (count: number, what: string): string =>
  count === 1
    ? `A request for ${what} with this reference already waits for approval`
    : `${count.toLocaleString("en-US")} requests for ${what} with this reference already wait for approval`;

function toRepetition(
  question: string,
  posted: readonly EarlierPosting[],
  waiting: readonly EarlierPosting[] = [],
): Repetition {
  const earlier = [
    ...posted.map((posting) => ({ ...posting, isWaiting: false })),
    ...waiting.map((request) => ({ ...request, isWaiting: true })),
  ];
  return {
    question,
    earlier: earlier.slice(0, MAX_NAMED).map(({ customerId, at, ...posting }) => ({
      ...posting,
      shopifyCustomerId: String(customerId),
      at: at.toISOString(),
    })),
    more: Math.max(0, earlier.length - MAX_NAMED),
  };
}
