import { and, eq, inArray } from "drizzle-orm";
import { APPROVED_KEY } from "~/domain/ledger/approval-limit.server";
import {
  type CreditProgress,
  type CreditRequester,
  creditRequesters,
  type RequestedCredit,
} from "~/domain/ledger/credit-requester.server";
import { findPostings } from "~/domain/ledger/list-transactions.server";
import { post } from "~/domain/ledger/post.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { waitsForApproval } from "./approvals/approvals.server";
import { creditApprovals } from "./approvals/tables.server";
import type { CreditRequest } from "./credit-request";
import { recordCreditAudit } from "./post-credits.server";

const REFUSED_LATER: CreditProgress = {
  state: "FAILED",
  problem: "It was refused when it was approved. Add the credit on the Credits page.",
};

/** Credits for other functions. */
const requester: CreditRequester = {
  async request(tx, { shop, administrator }, { customerId, amountCents, reference, operationId, now }) {
    const caller = { shop, administrator, clock: { now: () => now } };
    const request: CreditRequest = { type: "Credit", customerIds: [customerId], amountCents, reference };
    const approvalId = await waitsForApproval(tx, caller, request);
    if (approvalId) return { postingId: null, approvalId, problem: null };
    const operationKey = `${administrator.id}:${operationId}`;
    const change = { customerId, type: request.type, amountCents, reference };
    const [posted] = await post(tx, shop.domain, [change], { by: administrator, operationKey, now });
    if (!posted?.postingId) return refused(posted?.problem ?? "Nothing was posted.");
    await recordCreditAudit(tx, caller, request, [customerId], operationKey);
    return { postingId: posted.postingId, approvalId: null, problem: null };
  },

  async progressOf(tx, shop, refs) {
    const progress = new Map<string, CreditProgress>();
    const postings = new Map(refs.flatMap(({ postingId }) => (postingId ? [[postingId, postingId]] : [])));
    const approvalIds = refs.flatMap(({ approvalId }) => approvalId ?? []);
    // A request is approved and posted in one transaction, so an approved one without a posting was refused.
    for (const { id, state, reason } of await readApprovals(tx, shop, approvalIds))
      progress.set(id, state === "approved" ? REFUSED_LATER : { state, problem: reason });
    for (const [postingId, approvalId] of await postingsOf(tx, shop, approvalIds))
      postings.set(postingId, approvalId);
    if (postings.size > 0)
      for (const { id, state, problem } of await findPostings(tx, shop, [...postings.keys()]))
        progress.set(postings.get(id) ?? id, { state, problem });
    return progress;
  },
};

/** Declares it for the other functions. */
export const creditsForOthers = creditRequesters.handler(requester);

const refused = (problem: string): RequestedCredit => ({ postingId: null, approvalId: null, problem });

const readApprovals = async (tx: ShopTransaction, shop: string, ids: string[]) =>
  ids.length === 0
    ? []
    : tx
        .select()
        .from(creditApprovals)
        .where(and(eq(creditApprovals.shop, shop), inArray(creditApprovals.id, ids)));

/** The postings of approved requests, with the request of each. */
async function postingsOf(
  tx: ShopTransaction,
  shop: string,
  approvalIds: string[],
): Promise<[string, string][]> {
  if (approvalIds.length === 0) return [];
  const { rows } = await tx.$client.query<{ id: string; key: string }>(
    "SELECT id, operation_key AS key FROM ledger_postings_of_shop WHERE shop = $1 AND operation_key = ANY($2::text[])",
    [shop, approvalIds.map((id) => `${APPROVED_KEY}${id}`)],
  );
  return rows.map(({ id, key }) => [id, key.slice(APPROVED_KEY.length)]);
}
