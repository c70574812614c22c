import { differenceInDays, subDays } from "date-fns";
import type { CallContext } from "~/core/context.server";
import { lockLimitBeforeAccounts } from "~/domain/ledger/approval-limit.server";
import { findAccount } from "~/domain/ledger/list-accounts.server";
import { lockAccounts, openAccounts } from "~/domain/ledger/post.server";
import {
  type EarlierPosting,
  findLatestCredits,
  findRepeated,
  readRepeatDays,
} from "~/domain/ledger/repeated-postings.server";
import type { Shop } from "~/platform/auth/shops.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { formatMoney } from "~/platform/money/format-money";
import { pluralize } from "~/platform/text/pluralize";
import { findWaiting } from "./approvals/find-waiting.server";
import type { CreditRequest } from "./credit-request";
import type { Repetition } from "./schemas";

/** The most earlier postings and requests that a question names. */
const MAX_NAMED = 5;

/**
 * Whether a request repeats postings of the last days, or requests that wait for approval, so that the administrator has to confirm
 * it. A concurrent request that asks for the same customers waits until the transaction ends, and then sees what this one posts or
 * requests. A credit without a question doesn't wait where there is no limit: it would be posted in any case.
 * @returns the question, or null when nothing is repeated
 */
export async function findRepetition(
  tx: ShopTransaction,
  { shop, clock }: CallContext,
  request: CreditRequest,
): Promise<Repetition | null> {
  const { customerIds } = request;
  const days = await readRepeatDays(tx, shop.domain);
  if (days === 0) return null;
  await lockLimitBeforeAccounts(tx, shop.domain);
  await openAccounts(tx, shop.domain, [...customerIds]);
  await lockAccounts(tx, shop.domain, customerIds);
  // In this order: a request that is approved in between is found as a posting.
  const { waiting, requestCount } = await findWaiting(tx, shop.domain, request);
  const earlier = await findEarlier(tx, shop.domain, request, subDays(clock.now(), days));
  if (earlier.length + waiting.length === 0) return null;
  const sentences = [
    earlier.length > 0 && repeatedInWords(request, earlier.length, days, shop),
    waiting.length > 0 &&
      `${waitingInWords(requestCount, amountInWords(request, shop))}, for ${customersOf(request, waiting.length, "this customer")}.`,
    "Nothing was posted yet.",
  ];
  return toRepetition(sentences.filter(Boolean).join(" "), earlier, waiting);
}

/**
 * Whether a request that is being approved repeats postings that were made while it waited, or in the days before it was made. Call it
 * with the customers' accounts locked.
 * @returns as `findRepetition`
 */
export async function findRepetitionOfApproval(
  tx: ShopTransaction,
  { shop, clock }: CallContext,
  request: CreditRequest & { askedAt: Date },
): Promise<Repetition | null> {
  const repeatDays = await readRepeatDays(tx, shop.domain);
  if (repeatDays === 0) return null;
  const earlier = await findEarlier(tx, shop.domain, request, subDays(request.askedAt, repeatDays));
  if (earlier.length === 0) return null;
  const daysSince = earlier.map(({ at }) => differenceInDays(clock.now(), at));
  const days = Math.max(repeatDays, ...daysSince.map((count) => count + 1));
  const question = `${repeatedInWords(request, earlier.length, days, shop)} Nothing was posted yet.`;
  return toRepetition(question, earlier);
}

const findEarlier = (
  tx: ShopTransaction,
  shop: string,
  { customerIds, type, amountCents, reference }: CreditRequest,
  since: Date,
): Promise<EarlierPosting[]> =>
  findRepeated(
    tx,
    shop,
    customerIds.map((customerId) => ({ customerId, type, amountCents, reference })),
    since,
  );

type Amount = Pick<CreditRequest, "type" | "amountCents">;

const amountInWords = ({ type, amountCents }: Amount, { currency }: Pick<Shop, "currency">): string =>
  `${type === "Credit" ? "a credit" : "an adjustment"} of ${formatMoney(amountCents, currency)}`;

/** @param one what a request for a single customer says instead */
const customersOf = ({ customerIds }: CreditRequest, count: number, one: string): string =>
  customerIds.length === 1
    ? one
    : `${count.toLocaleString("en-US")} of ${pluralize(customerIds.length, "customer")}`;

const repeatedInWords = (
  request: CreditRequest,
  count: number,
  days: number,
  shop: Pick<Shop, "currency">,
): string =>
  `${customersOf(request, count, "This customer")} already got ${amountInWords(request, shop)} with this reference in the last ${days === 1 ? "day" : `${days} days`}.`;

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
    `The credit of ${amount} hasn't been posted yet.`,
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
