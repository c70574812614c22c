import { randomUUID } from "node:crypto";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import { recordAudit } from "~/domain/audit/record.server";
import { mirrorCustomers } from "~/domain/customers/mirror.server";
import { customerNumber, mirrorRowOf } from "~/domain/customers/mirror-row";
import { publishCustomers } from "~/domain/customers/publish.server";
import { ensureCustomer } from "~/domain/invitations/accept/customer.server";
import { findAccount } from "~/domain/ledger/list-accounts.server";
import { answered } from "~/domain/ledger/once.server";
import { openAccounts, post } from "~/domain/ledger/post.server";
import type { CallContext } from "~/platform/contract/context.server";
import { takeLock } from "~/platform/db/lock.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict, upstreamFailed } from "~/platform/errors";
import { formatMoney } from "~/platform/money";
import { waitsForApproval } from "./approvals/approvals.server";
import type { CreditCustomer } from "./contract";
import { NEEDS_APPROVAL } from "./messages";
import { assertPayable, moveCredit } from "./post-credits.server";
import { customerOf } from "./rows.server";

export interface NewCreditCustomer {
  email: string;
  /** The opening credit; 0 opens an account without one. */
  amountCents: number;
  reference: string;
}

/**
 * Adds a customer to those who have credit. The store's customer is created where nobody has the address; the opening credit is
 * then written down and carried to Shopify. Repeated with the same key it does nothing more.
 * @throws 409 when the key was used for another request, 400 as `assertPayable`, 502 when Shopify refuses or does not answer
 */
export async function addCustomer(
  context: CallContext,
  { email, amountCents, reference }: NewCreditCustomer,
  key: string = randomUUID(),
): Promise<{ status: boolean; msg: string; customer: CreditCustomer; postingId: string | null }> {
  const { shop, administrator } = context;
  assertPayable(context, amountCents);
  const request = { type: "Opening credit", email: email.toLowerCase(), amountCents, reference };
  const operation = { actorId: administrator.id, key, request };
  // The same request at the same moment waits, and finds then what the first one answered: it asks nothing of the store.
  const lock = await takeLock(`add customer ${shop.domain} ${operation.actorId} ${key}`, WAITS_MS);
  if (!lock) throw conflict(BEING_ADDED);
  try {
    // A key of another request is refused before anybody is made in the store.
    const known = await withShop(shop.domain, (tx) => answered<Added>(tx, shop.domain, operation));
    const added = known?.answer ?? (await add(context, { email, amountCents, reference }, { key, request }));
    return await answerOf(context, { email, amountCents }, added);
  } finally {
    await lock.release();
  }
}

/** So long the same request waits for one that is under way: as long as it may take, and some more. */
const WAITS_MS = 60_000;

const BEING_ADDED = "This customer is still being added. Wait a minute, and look at the list then.";

/** What is kept under the key. */
interface Added {
  customerId: number;
  postingId: string | null;
  isWaiting: boolean;
}

async function add(
  context: CallContext,
  { email, amountCents, reference }: NewCreditCustomer,
  operation: { key: string; request: unknown },
): Promise<Added> {
  const { shop, administrator } = context;
  const adminApi = liveAdminApi(shop.domain);
  // An address belongs to one customer of the store, so a repetition finds the one that the first attempt made.
  const customer = await ensureCustomer(
    { adminApi, call: {} },
    { email, firstName: "", lastName: "", tags: [] },
  );
  const id = customerNumber(customer.id);
  if (id === null) throw upstreamFailed("Shopify answered a customer without a number.");
  await withShop(shop.domain, (tx) => mirrorCustomers(tx, shop.domain, [mirrorRowOf(customer)]));
  publishCustomers(shop.domain, [id]);
  return moveCredit(context, operation, async (tx, posting) => {
    await openAccounts(tx, shop.domain, [id]);
    const wanted = { customerId: id, type: "Credit", amountCents, reference } as const;
    const request = { type: "Credit", customerIds: [id], amountCents, reference } as const;
    const isWaiting = amountCents > 0 && (await waitsForApproval(tx, context, request));
    const [posted] = amountCents > 0 && !isWaiting ? await post(tx, shop.domain, [wanted], posting) : [];
    await recordAudit(tx, shop.domain, {
      action: "credit.customer added",
      actor: administrator,
      subject: { type: "customer", id: String(id) },
      before: null,
      after: { customers: 1, amount: formatMoney(amountCents, shop.currency), reference },
      flag: "showCredits",
    });
    return { customerId: id, postingId: posted?.postingId ?? null, isWaiting };
  });
}

async function answerOf(
  { shop }: CallContext,
  { email, amountCents }: Pick<NewCreditCustomer, "email" | "amountCents">,
  { customerId, postingId, isWaiting }: Added,
) {
  const account = await withShop(shop.domain, (tx) => findAccount(tx, shop.domain, customerId));
  if (!account) throw new Error("The account that was opened is not there.");
  const msg = postingId
    ? `${email} was added. The opening credit of ${formatMoney(amountCents, shop.currency)} is on its way.`
    : `${email} was added.${isWaiting ? ` ${NEEDS_APPROVAL}` : ""}`;
  return { status: true, msg, customer: customerOf(account), postingId };
}
