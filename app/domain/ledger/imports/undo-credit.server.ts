import type { StoredRow } from "~/core/imports/import-handler.server";
import { storeUndone } from "~/core/imports/patch-rows.server";
import { readReversals } from "~/domain/ledger/reversals.server";
import { reverse } from "~/domain/ledger/reverse.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import type { ItemContext, ItemOutcome, ItemResults, PendingItem } from "~/platform/jobs/job.server";
import { centsFromDatabase } from "~/platform/money/cents";
import { assertRowWithinLimit, reversalOf } from "./assert-within-limit.server";
import { fatesOfPostings, writtenCredit } from "./post-rows.server";

/**
 * Takes back what a row posted, by new postings that name it: the row is done once the store has confirmed them. Worked on again, it
 * waits for the same ones; only what the store refused is followed by another.
 * @throws 409 when it can't be undone: the customer has spent it, it is not confirmed, or a second administrator must approve it
 */
export async function undoCredit(
  row: StoredRow,
  { shop, administrator: by, operationId }: ItemContext,
): Promise<ItemOutcome | PendingItem> {
  const { postingId } = writtenCredit(row);
  if ((await fateOf(shop, [postingId]))?.state === "failed")
    return { state: "skipped", message: "It was never posted: the store had refused it." };
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
  const fate = await fateOf(shop, ids);
  if (fate?.state === "done" && !isOurs) return { state: "skipped", message: "It was undone before." };
  if (!fate) return { state: "pending", ref: refOf(ids, row) };
  if (fate.state === "done") await noteTakenBack(shop, [row]);
  return fate;
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

/** What became of reversals that rows wait for, by what `undoCredit` answered; those that are confirmed are noted on their rows. */
export async function fatesOfReversals(shop: string, refs: readonly string[]): Promise<ItemResults> {
  const requests = refs.map((ref) => {
    const [ids = "", runId = "", number] = ref.split(" ");
    return { ref, ids: ids.split(","), runId, number: Number(number) };
  });
  const fates = await fatesOfPostings(
    shop,
    requests.flatMap(({ ids }) => ids),
  );
  const ended = requests.flatMap((one) => {
    const fate = together(fates, one.ids);
    return fate ? [{ ...one, fate }] : [];
  });
  await noteTakenBack(
    shop,
    ended.filter(({ fate }) => fate !== "deferred" && fate.state === "done"),
  );
  return new Map(ended.map(({ ref, fate }) => [ref, fate]));
}

async function noteTakenBack(shop: string, rows: readonly RowKey[]): Promise<void> {
  if (rows.length === 0) return;
  await withShop(shop, (tx) => storeUndone(tx, shop, rows));
}

/** How postings ended; undefined while one is on its way. */
async function fateOf(shop: string, ids: readonly string[]): Promise<ItemOutcome | undefined> {
  const fate = together(await fatesOfPostings(shop, ids), ids);
  return fate === "deferred" ? undefined : fate;
}

/** What became of several postings together: done when all are, and failed when one has, once all are at their end. */
function together(fates: ItemResults, ids: readonly string[]): ItemOutcome | "deferred" | undefined {
  const each = ids.map((id) => fates.get(id));
  if (each.includes(undefined)) return undefined;
  const isFailed = (fate: (typeof each)[number]) => typeof fate === "object" && fate.state === "failed";
  return each.find((fate) => fate === "deferred") ?? each.find(isFailed) ?? each[0];
}
