import { type StoredRow, storeUndone } from "~/core/imports/import-definition.server";
import { notReturnedText } from "~/domain/ledger/posting";
import { readReversals, reverse } from "~/domain/ledger/reverse.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import type { ItemContext, ItemOutcome, ItemResults, PendingItem } from "~/platform/jobs/job.server";
import { centsFromDatabase } from "~/platform/money/cents";
import { currencyOf } from "./compare-credits.server";
import { assertRowWithinLimit, resultsOfPostings, reversalOf, writtenCredit } from "./post-rows.server";

/**
 * Reverses what a row posted by new postings that name it. The row is done once the store has confirmed them. Worked on again, it
 * waits for the same ones; only what the store refused is followed by another.
 * @throws 409 when it can't be undone: the customer has spent it, it is not confirmed, or a second administrator must approve it
 */
export async function undoCredit(
  row: StoredRow,
  { shop, administrator: by, operationId }: ItemContext,
): Promise<ItemOutcome | PendingItem> {
  const { postingId } = writtenCredit(row);
  if ((await readResult(shop, [postingId]))?.state === "failed")
    return { state: "done", message: "It was never posted: the store had refused it." };
  const operationKey = `${by.id}:${operationId}`;
  const { ids, isOurs } = await withShop(shop, async (tx) => {
    const { active, isPartMissing } = await readReversals(tx, shop, postingId);
    const activeIds = active.map(({ id }) => id);
    if (activeIds.length > 0 && !isPartMissing)
      return { ids: activeIds, isOurs: active.every((one) => one.operationKey === operationKey) };
    const change = reversalOf(await findChange(tx, shop, postingId));
    await assertRowWithinLimit(tx, row, change, { by, purpose: "undo" });
    const posting = { by, operationKey, now: new Date() };
    const { results } = await reverse(tx, shop, postingId, "The import was undone", posting);
    const begun = results.map(({ postingId: id, problem }) => {
      if (id === null) throw conflict(problem);
      return id;
    });
    return { ids: [...activeIds, ...begun], isOurs: true };
  });
  const result = await readResult(shop, ids);
  if (!result) return { state: "pending", ref: refOf(ids, row) };
  if (result.state !== "done") return result;
  await withShop(shop, (tx) => storeUndone(tx, shop, [row]));
  const outcome: ItemOutcome = isOurs ? result : { state: "done", message: "It was undone before." };
  return withNotReturned(outcome, ids, await readNotReturned(shop, ids));
}

async function findChange(tx: ShopTransaction, shop: string, postingId: string) {
  const { rows } = await tx.$client.query<{ customerId: string; type: string; cents: string }>(
    `SELECT customer_id AS "customerId", type, abs(amount_cents) AS cents FROM ledger_postings WHERE shop = $1 AND id = $2`,
    [shop, postingId],
  );
  const [posting] = rows;
  if (!posting) throw notFound("There is no such posting.");
  const { customerId, type, cents } = posting;
  return { customerId: Number(customerId), type, amountCents: centsFromDatabase(cents) };
}

/** What a row waits for, and which row it is: it counts as undone only once the store has confirmed all of it. */
const refOf = (reversals: readonly string[], { runId, number }: RowKey): string =>
  [reversals.join(","), runId, number].join(" ");

type RowKey = Pick<StoredRow, "runId" | "number">;

/** The outcomes of reversals that rows wait for, by what `undoCredit` returned. Rows of confirmed ones are marked as undone. */
export async function resultsOfReversals(shop: string, refs: readonly string[]): Promise<ItemResults> {
  const requests = refs.map((ref) => {
    const [ids = "", runId = "", number] = ref.split(" ");
    return { ref, ids: ids.split(","), runId, number: Number(number) };
  });
  const results = await resultsOfPostings(
    shop,
    requests.flatMap(({ ids }) => ids),
  );
  const finished = requests.flatMap((one) => {
    const result = combineResults(results, one.ids);
    return result ? [{ ...one, result }] : [];
  });
  const undone = finished.filter(({ result }) => result !== "deferred" && result.state === "done");
  if (undone.length > 0) await withShop(shop, (tx) => storeUndone(tx, shop, undone));
  const notReturned = await readNotReturned(
    shop,
    undone.flatMap(({ ids }) => ids),
  );
  return new Map(
    finished.map(({ ref, ids, result }) => [
      ref,
      result === "deferred" ? result : withNotReturned(result, ids, notReturned),
    ]),
  );
}

/** What would have expired since and isn't returned, as a sentence by reversal. Reversals of the same posting have the same sentence. */
async function readNotReturned(
  shop: string,
  reversals: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (reversals.length === 0) return new Map();
  return withShop(shop, async (tx) => {
    const { rows: parts } = await tx.$client.query<{ id: string; cents: string }>(
      `SELECT id, cents FROM (
         SELECT reversal.id, abs(original.amount_cents) - sum(abs(reversal.amount_cents)) OVER (PARTITION BY original.id) AS cents
           FROM ledger_postings AS reversal
           JOIN ledger_postings AS original ON original.shop = reversal.shop AND original.id = reversal.reverses_id
          WHERE reversal.shop = $1 AND reversal.id = ANY($2::uuid[])) AS reversed
        WHERE cents > 0`,
      [shop, reversals],
    );
    if (parts.length === 0) return new Map();
    const currency = await currencyOf(tx);
    return new Map(parts.map(({ id, cents }) => [id, notReturnedText(centsFromDatabase(cents), currency)]));
  });
}

const withNotReturned = (
  result: ItemOutcome,
  [first = ""]: readonly string[],
  notReturned: ReadonlyMap<string, string>,
): ItemOutcome => {
  const text = notReturned.get(first);
  return text ? { ...result, message: `${result.message} ${text}` } : result;
};

/** The combined outcome of postings. Undefined while one is pending. */
async function readResult(shop: string, ids: readonly string[]): Promise<ItemOutcome | undefined> {
  const result = combineResults(await resultsOfPostings(shop, ids), ids);
  return result === "deferred" ? undefined : result;
}

/** The outcome of several postings: done when all are done, failed when one failed. Undefined until all have ended. */
function combineResults(results: ItemResults, ids: readonly string[]): ItemOutcome | "deferred" | undefined {
  const each = ids.map((id) => results.get(id));
  if (each.includes(undefined)) return undefined;
  const isFailed = (result: (typeof each)[number]) => typeof result === "object" && result.state === "failed";
  return each.find((result) => result === "deferred") ?? each.find(isFailed) ?? each[0];
}
