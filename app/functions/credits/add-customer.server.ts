import { randomUUID } from "node:crypto";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import type { CallContext } from "~/core/context.server";
import { findAnswer } from "~/core/intents/idempotency-key.server";
import { customerSubject } from "~/domain/customers/audit.server";
import { ensureCustomer } from "~/domain/customers/ensure-customer.server";
import { mirrorCustomers } from "~/domain/customers/mirror.server";
import { customerNumber, mirrorRowOf } from "~/domain/customers/mirror-row";
import { publishCustomers } from "~/domain/customers/read-tags.server";
import { lockLimitBeforeAccounts } from "~/domain/ledger/approval-limit.server";
import { creditRequests } from "~/domain/ledger/credit-requester.server";
import { findAccount } from "~/domain/ledger/list-accounts.server";
import { openAccounts, type PostingContext, post } from "~/domain/ledger/post.server";
import { refreshBeforePosting } from "~/domain/ledger/reconcile/refresh-accounts.server";
import { acquireLock } from "~/platform/db/lock.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, upstreamFailed } from "~/platform/errors";
import { type Cents, NO_CENTS } from "~/platform/money/cents";
import { formatMoney } from "~/platform/money/format-money";
import { waitsForApproval } from "./approvals/approvals.server";
import { creditCustomerAdded } from "./audit.server";
import type { RequestOptions } from "./credit-request";
import { type CreditCustomer, readCreditCustomer } from "./list.server";
import { NEEDS_APPROVAL } from "./messages";
import { runCreditOperation } from "./post-credits.server";
import { findListedCustomer } from "./repeats.server";
import { refreshTools } from "./rows.server";
import type { Repetition } from "./schemas";

export interface NewCreditCustomer {
  email: string;
  /** The opening credit. 0 opens an account without one. */
  amountCents: Cents;
  reference: string;
}

/**
 * Adds a customer with an opening credit. Creates the customer in the store if no one has the email. Repeating it with the same key
 * has no effect.
 * @throws 409 when the key was used for another request, 502 when Shopify refuses or does not answer
 */
export async function addCustomer(
  context: CallContext,
  { email, amountCents, reference }: NewCreditCustomer,
  { onRepeat = "post", key = randomUUID() }: RequestOptions = {},
): Promise<AddedAnswer> {
  const { shop, administrator } = context;
  const request = { type: "Opening credit", email: email.toLowerCase(), amountCents, reference };
  const operation = { actorId: administrator.id, key, request };
  // A concurrent repetition waits here, then finds the first answer and sends nothing to the store.
  const lock = await acquireLock(`add customer ${shop.domain} ${operation.actorId} ${key}`, LOCK_TIMEOUT_MS);
  if (!lock) throw conflict(BEING_ADDED);
  try {
    // The key of another request is refused before a customer is created in the store.
    const earlier = await withShop(shop.domain, (tx) =>
      findAnswer<Added>(tx, creditRequests, shop.domain, operation),
    );
    const added =
      earlier?.answer ?? (await add(context, { email, amountCents, reference }, { key, request, onRepeat }));
    return await answerOf(context, { email, amountCents }, added);
  } finally {
    await lock.release();
  }
}

/** How long a repetition waits for the first request: longer than that may take. */
const LOCK_TIMEOUT_MS = 60_000;

const BEING_ADDED = "This customer is still being added. Check the list in a minute.";

interface AddedAnswer {
  status: boolean;
  msg: string;
  customer: CreditCustomer;
  postingId: string | null;
  /** Nothing was posted, because the customer is already listed. */
  repetition?: Repetition;
}

/** The answer that is stored for the key, unless it is a question or a refused credit. */
interface Added {
  customerId: number;
  postingId: string | null;
  isWaiting: boolean;
  /** Why the credit was refused. */
  problem?: string | null;
  /** The customer had an account before. */
  wasListed?: boolean;
  repetition?: Repetition;
}

async function add(
  context: CallContext,
  { email, amountCents, reference }: NewCreditCustomer,
  { onRepeat, ...operation }: { key: string; request: unknown; onRepeat: "ask" | "post" },
): Promise<Added> {
  const { shop, administrator } = context;
  const adminApi = liveAdminApi(shop.domain);
  // An email belongs to one customer of the store, so a repetition finds the one that the first attempt created.
  const customer = await ensureCustomer(
    { adminApi, call: {} },
    { email, firstName: "", lastName: "", tags: [] },
  );
  const id = customerNumber(customer.id);
  if (id === null) throw upstreamFailed("Shopify returned a customer without a valid id.");
  await withShop(shop.domain, (tx) => mirrorCustomers(tx, shop.domain, [mirrorRowOf(customer)]));
  publishCustomers(shop.domain, [id]);
  await refreshBeforePosting(refreshTools(context), [id]);
  const work = async (tx: ShopTransaction, posting: PostingContext): Promise<Added> => {
    const wasListed = (await findAccount(tx, shop.domain, id)) !== null;
    await lockLimitBeforeAccounts(tx, shop.domain);
    await openAccounts(tx, shop.domain, [id]);
    const wanted = { customerId: id, type: "Credit", amountCents, reference } as const;
    const request = { type: "Credit", customerIds: [id], amountCents, reference } as const;
    const repetition =
      onRepeat === "ask" && amountCents > 0
        ? await findListedCustomer(tx, context, { email, request })
        : null;
    if (repetition) return { customerId: id, postingId: null, isWaiting: false, repetition };
    const isWaiting = amountCents > 0 && (await waitsForApproval(tx, context, request)) !== null;
    const [posted] = amountCents > 0 && !isWaiting ? await post(tx, shop.domain, [wanted], posting) : [];
    const problem = posted?.problem ?? null;
    // A credit that waits for approval has its own entries. This one is about the account only.
    if ((problem === null && !isWaiting) || !wasListed)
      await recordAudit(tx, shop.domain, creditCustomerAdded, {
        actor: administrator,
        subject: { type: customerSubject, id: String(id) },
        before: null,
        after: {
          customers: 1,
          amount: formatMoney(posted?.postingId ? amountCents : NO_CENTS, shop.currency),
          reference,
        },
        flag: "showCredits",
      });
    return { customerId: id, postingId: posted?.postingId ?? null, isWaiting, wasListed, problem };
  };
  // A refused credit may be posted later with the same key.
  return runCreditOperation(
    context,
    operation,
    work,
    ({ repetition, problem }) => !repetition && problem === null,
  );
}

async function answerOf(
  context: CallContext,
  { email, amountCents }: Pick<NewCreditCustomer, "email" | "amountCents">,
  { customerId, postingId, isWaiting, wasListed, repetition, problem = null }: Added,
): Promise<AddedAnswer> {
  const { shop } = context;
  const customer = await readCreditCustomer(context, customerId);
  if (!customer) throw new Error("The opened account was not found.");
  if (repetition) return { status: false, msg: repetition.question, customer, postingId, repetition };
  const sum = `The ${wasListed ? "" : "opening "}credit of ${formatMoney(amountCents, shop.currency)}`;
  const credit =
    problem !== null
      ? ` ${sum} was refused: ${problem}`
      : postingId
        ? ` ${sum} is on its way.`
        : isWaiting
          ? ` ${NEEDS_APPROVAL}`
          : "";
  const msg = `${email} was ${wasListed ? "already listed" : "added"}.${credit}`;
  return { status: problem === null, msg, customer, postingId };
}
