import { and, eq } from "drizzle-orm";
import { liveAdminApi } from "~/connectors/shopify/live.server";
import {
  discountByCode,
  discountCodesBulkAdd,
  discountCodesBulkAddStatus,
  discountCodesDelete,
} from "~/connectors/shopify/operations/discounts";
import { jobGet } from "~/connectors/shopify/operations/product-media";
import type { CallOptions } from "~/connectors/shopify/port";
import { recordAudit } from "~/core/audit/record-audit.server";
import { storeUndone } from "~/core/imports/import-definition.server";
import { isOurs } from "~/core/intents/intent-definition.server";
import { completeIntent } from "~/core/intents/intents.server";
import type { Lease } from "~/core/intents/lease.server";
import { BACKROOM } from "~/platform/auth/permission";
import { requireShop } from "~/platform/auth/shops.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { pause } from "~/platform/deadline.server";
import { upstreamFailed } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { requestFillWaiting } from "./assign.server";
import { couponPoolSubject, couponsAdded, couponsRemoved } from "./audit.server";
import { type Batch, batchIntent } from "./batch.server";
import { createDiscount, discountGid, numberIn, readUsage, redeemCodeGid, takenBy } from "./discount.server";
import { sendHeldMails } from "./held-mails.server";
import { couponsList } from "./list.server";
import { WITHOUT_USES } from "./orders.server";
import { checkLevel, clearAlert, lockPool, type StoredPool } from "./pool.server";
import { couponBatches, couponCodes } from "./tables.server";
import { couponStates } from "./transitions.server";

interface BatchCode {
  id: number;
  code: string;
  redeemCodeNumber: number | null;
}

/** The outcome of a code: it is in the discount, or why it isn't. */
type CodeResult = { id: number; redeemCodeNumber: number | null } | { id: number; problem: string };

/**
 * Sends a batch's codes, waits for Shopify and stores the results. Safe to repeat: a code that an earlier attempt added is found in
 * the discount, and one that it deleted is skipped.
 */
export async function settleBatch(batch: Batch, lease: Lease, signal: AbortSignal): Promise<void> {
  const { shop, poolId } = batch;
  const call: CallOptions = { priority: "bulk", signal, beforeSending: lease.assertHeld };
  const { pool, codes } = await withShop(shop, async (tx) => ({
    // Waits for a change of the pool that began before the batch was opened.
    pool: await lockPool(tx, shop, poolId),
    codes: await codesOf(tx, batch),
  }));
  if (batch.kind === "add") await storeAdded(batch, await addCodes(batch, pool, codes, call));
  else await storeRemoved(batch, await removeCodes(batch, pool, codes, call));
  publishChange(shop, "showCoupons", { list: couponsList.name });
}

const codesOf = (tx: ShopTransaction, { shop, id }: Batch): Promise<BatchCode[]> =>
  tx
    .select({
      id: couponCodes.id,
      code: couponCodes.code,
      redeemCodeNumber: couponCodes.redeemCodeNumber,
    })
    .from(couponCodes)
    .where(and(eq(couponCodes.shop, shop), eq(couponCodes.batchId, id)))
    .orderBy(couponCodes.id);

async function addCodes(
  batch: Batch,
  pool: StoredPool,
  codes: readonly BatchCode[],
  call: CallOptions,
): Promise<CodeResult[]> {
  const { shop } = batch;
  const results: CodeResult[] = [];
  let { discountNumber } = pool;
  let rest = codes;
  // A code that another discount has can't be the first one of this discount.
  while (discountNumber === null) {
    const [first] = rest;
    if (!first) return results;
    const created = await createDiscount(await requireShop(shop), pool, first.code, call);
    if (!("problem" in created)) {
      ({ discountNumber } = created);
      results.push({ id: first.id, redeemCodeNumber: created.redeemCodeNumber });
    } else if (created.isCodeTaken) results.push({ id: first.id, problem: created.problem });
    else return [...results, ...rest.map(({ id }) => ({ id, problem: created.problem }))];
    rest = rest.slice(1);
  }
  if (rest.length === 0) return results;
  const api = liveAdminApi(shop);
  let { remoteId } = batch;
  if (remoteId === null) {
    const { discountRedeemCodeBulkAdd: answer } = await api.run(
      discountCodesBulkAdd,
      { discountId: discountGid(discountNumber), codes: rest.map(({ code }) => ({ code })) },
      call,
    );
    if (!answer) throw upstreamFailed("Shopify's answer doesn't say whether it adds the codes.");
    if (!answer.bulkCreation) {
      const problem = answer.userErrors.map(({ message }) => message).join(" ");
      // An earlier attempt may have created the discount with a code, or have added the codes.
      const isRepeated = batch.attempt > 1;
      const addition = { shop, discountNumber, call };
      for (const code of rest)
        results.push(isRepeated ? await lookUpCode(addition, code, problem) : { id: code.id, problem });
      return results;
    }
    remoteId = answer.bulkCreation.id;
    await storeRemoteId(batch, remoteId);
  }
  const id = remoteId;
  const created = await poll(call.signal, async () => {
    const { discountRedeemCodeBulkCreation } = await api.run(
      discountCodesBulkAddStatus,
      { id },
      { ...call, beforeSending: undefined },
    );
    // Shopify forgets the creation of an earlier attempt some time after its end. Then each code is looked up.
    if (!discountRedeemCodeBulkCreation && batch.remoteId !== null) return { codes: { nodes: [] } };
    return discountRedeemCodeBulkCreation?.done ? discountRedeemCodeBulkCreation : null;
  });
  const byCode = new Map(created.codes.nodes.map((node) => [node.code, node]));
  const addition = { shop, discountNumber, call };
  for (const code of rest) {
    const node = byCode.get(code.code);
    if (node?.discountRedeemCode)
      results.push({ id: code.id, redeemCodeNumber: numberIn(node.discountRedeemCode.id) });
    else results.push(await refusedCode(addition, code, node?.errors ?? null));
  }
  return results;
}

/** A discount that codes are added to, and how Shopify is called about it. */
interface Addition {
  shop: string;
  discountNumber: number;
  call: CallOptions;
}

/**
 * A code that Shopify didn't add.
 * @param errors null when the addition doesn't have the code: an earlier attempt may have created the discount with it
 */
async function refusedCode(
  addition: Addition,
  code: BatchCode,
  errors: readonly { code: string | null; message: string }[] | null,
): Promise<CodeResult> {
  const problem =
    errors?.map(({ message }) => message).join(" ") || "Shopify didn't add this code. Retry it.";
  if (!errors) return lookUpCode(addition, code, problem);
  if (errors.some((error) => error.code === "TAKEN"))
    return lookUpCode(addition, code, takenBy(code.code, ""));
  return { id: code.id, problem };
}

/**
 * Looks up which discount has a code. It may be this one, for example by an attempt whose answer was lost. A batch can need hundreds of
 * lookups, so each one ends when the process stops.
 * @param problem the result when no discount has it
 */
async function lookUpCode(
  { shop, discountNumber, call }: Addition,
  { id, code }: BatchCode,
  problem: string,
): Promise<CodeResult> {
  const { codeDiscountNodeByCode: owner } = await liveAdminApi(shop).run(discountByCode, { code }, call);
  if (!owner) return { id, problem };
  if (owner.id === discountGid(discountNumber)) return { id, redeemCodeNumber: null };
  return { id, problem: takenBy(code, "title" in owner.codeDiscount ? owner.codeDiscount.title : "") };
}

async function storeAdded(batch: Batch, results: readonly CodeResult[]): Promise<void> {
  const { shop, poolId } = batch;
  await withShop(shop, async (tx) => {
    await completeIntent(tx, batchIntent, batch, new Date());
    await tx.$client.query(
      `UPDATE coupon_codes AS c
          SET state = CASE WHEN result.problem IS NOT NULL THEN 'failed' WHEN c.order_id IS NULL THEN 'free' ELSE 'assigned' END,
              message = result.problem, batch_id = NULL,
              deactivated_at = CASE WHEN result.problem IS NULL THEN NULL ELSE c.deactivated_at END,
              redeem_code_number = coalesce(result."redeemCodeNumber", c.redeem_code_number)
         FROM jsonb_to_recordset($2::jsonb) AS result(id bigint, problem text, "redeemCodeNumber" bigint)
        WHERE c.shop = $1 AND c.id = result.id AND c.state = 'waiting'`,
      [shop, JSON.stringify(results)],
    );
    const refusedIds = results.flatMap((result) => ("problem" in result ? result.id : []));
    await tx.$client.query(
      `UPDATE coupon_codes SET ${WITHOUT_USES} WHERE shop = $1 AND id = ANY ($2::bigint[]) AND state = 'failed' AND deactivated_at IS NULL`,
      [shop, refusedIds],
    );
    await recordAudit(tx, shop, couponsAdded, {
      actor: BACKROOM,
      subject: { type: couponPoolSubject, id: String(poolId) },
      before: null,
      after: { added: results.length - refusedIds.length, refused: refusedIds.length },
      flag: "showCoupons",
    });
    await clearAlert(tx, shop, poolId);
    await sendHeldMails(
      tx,
      shop,
      results.map(({ id }) => id),
    );
    await requestFillWaiting(tx, shop);
  });
}

/** @returns why Shopify deletes none of them, or null */
async function removeCodes(
  batch: Batch,
  pool: StoredPool,
  codes: readonly BatchCode[],
  call: CallOptions,
): Promise<string | null> {
  const { shop } = batch;
  // A discount that doesn't exist has no codes.
  if (pool.discountNumber === null) return null;
  let numberedCodes = codes;
  if (numberedCodes.some(({ redeemCodeNumber }) => redeemCodeNumber === null)) {
    await readUsage(shop, pool, call.signal);
    numberedCodes = await withShop(shop, (tx) => codesOf(tx, batch));
  }
  const ids = numberedCodes.flatMap(({ redeemCodeNumber }) =>
    redeemCodeNumber === null ? [] : [redeemCodeGid(redeemCodeNumber)],
  );
  if (ids.length === 0) return null;
  const api = liveAdminApi(shop);
  let { remoteId } = batch;
  if (remoteId === null) {
    const { discountCodeRedeemCodeBulkDelete: answer } = await api.run(
      discountCodesDelete,
      { discountId: discountGid(pool.discountNumber), ids },
      call,
    );
    if (!answer) throw upstreamFailed("Shopify's answer doesn't say whether it deletes the codes.");
    if (!answer.job) return answer.userErrors.map(({ message }) => message).join(" ");
    remoteId = answer.job.id;
    await storeRemoteId(batch, remoteId);
  }
  const id = remoteId;
  await poll(call.signal, async () => {
    const { job } = await api.run(jobGet, { id }, { priority: "bulk", signal: call.signal });
    // Shopify forgets a job some time after its end.
    return !job || job.done ? true : null;
  });
  return null;
}

async function storeRemoved(batch: Batch, problem: string | null): Promise<void> {
  const { shop, poolId, id } = batch;
  await withShop(shop, async (tx) => {
    await completeIntent(tx, batchIntent, batch, new Date());
    if (problem) {
      await tx.$client.query(
        `UPDATE coupon_codes SET state = CASE WHEN order_id IS NULL THEN 'free' ELSE 'assigned' END, message = $3, batch_id = NULL,
                deactivated_at = NULL
          WHERE shop = $1 AND batch_id = $2`,
        [shop, id, problem],
      );
      await clearAlert(tx, shop, poolId);
      await requestFillWaiting(tx, shop);
      return;
    }
    await tx.$client.query(
      `UPDATE coupon_codes SET ${couponStates.set("deactivated")}, batch_id = NULL, redeem_code_number = NULL
        WHERE shop = $1 AND batch_id = $2 AND deactivated_at IS NOT NULL`,
      [shop, id],
    );
    const { rows } = await tx.$client.query<{ runId: string; number: number }>(
      `DELETE FROM coupon_codes WHERE shop = $1 AND batch_id = $2 RETURNING import_run_id AS "runId", import_row AS number`,
      [shop, id],
    );
    // Who deactivated the others is recorded with their request.
    if (rows.length === 0) return;
    await checkLevel(tx, shop, poolId);
    await storeUndone(tx, shop, rows);
    await recordAudit(tx, shop, couponsRemoved, {
      actor: BACKROOM,
      subject: { type: couponPoolSubject, id: String(poolId) },
      before: null,
      after: { removed: rows.length },
      flag: "showCoupons",
    });
  });
}

const storeRemoteId = (batch: Batch, remoteId: string): Promise<unknown> =>
  withShop(batch.shop, (tx) => tx.update(couponBatches).set({ remoteId }).where(isOurs(batchIntent, batch)));

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;
/** After this many reads, about half a minute, the batch is left to the task that finishes open ones. */
const MAX_READS = 12;

/** Reads until there is an answer, less and less often. */
async function poll<T>(signal: AbortSignal | undefined, read: () => Promise<T | null>): Promise<T> {
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    await pause(Math.min(FIRST_WAIT_MS * 1.5 ** reads, LONGEST_WAIT_MS), { signal });
    const answer = await read();
    if (answer !== null) return answer;
  }
  throw upstreamFailed("Shopify is still working on these codes.");
}
