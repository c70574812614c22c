import { reverse } from "~/domain/ledger/reverse.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import type { AskedFor, Fates, ItemContext, ItemOutcome } from "~/platform/jobs/job.server";
import type { StoredRow } from "../work.server";
import { fatesOfPostings, writtenCredit } from "./post.server";

/**
 * Takes back what a row posted, by a new posting that names it: the row is done once the store has confirmed that one. Worked on
 * again, it waits for the same one; only one that the store refused is followed by another.
 * @throws 409 when it cannot be taken back: the customer has spent it, or it is not confirmed
 */
export async function takeBackCredit(
  row: StoredRow,
  { shop, administrator: by, operationId }: ItemContext,
): Promise<ItemOutcome | AskedFor> {
  const { postingId } = writtenCredit(row);
  if ((await fateOf(shop, postingId))?.state === "failed")
    return { state: "skipped", message: "It was never posted: the store had refused it." };
  const operationKey = `${by.id}:${operationId}`;
  const { id, isOurs } = await withShop(shop, async (tx) => {
    const known = await reversalOf(tx, shop, postingId);
    if (known) return { id: known.id, isOurs: known.operationKey === operationKey };
    const posting = { by, operationKey, now: new Date() };
    const posted = await reverse(tx, shop, postingId, "The import was taken back", posting);
    if (posted.postingId === null) throw conflict(posted.problem);
    return { id: posted.postingId, isOurs: true };
  });
  const fate = await fateOf(shop, id);
  if (fate?.state === "done" && !isOurs) return { state: "skipped", message: "It was taken back before." };
  if (!fate) return { state: "asked", ref: refOf(id, row) };
  if (fate.state === "done") await noteTakenBack(shop, [row]);
  return fate;
}

/** What a row waits for, and which row it is: it counts as taken back only once the store has confirmed it. */
const refOf = (reversalId: string, { runId, number }: RowKey): string =>
  [reversalId, runId, number].join(" ");

type RowKey = Pick<StoredRow, "runId" | "number">;

/** What became of reversals that rows wait for, by what `takeBackCredit` answered; those that are confirmed are noted on their rows. */
export async function fatesOfReversals(shop: string, refs: readonly string[]): Promise<Fates> {
  const asked = refs.map((ref) => {
    const [id = "", runId = "", number] = ref.split(" ");
    return { ref, id, runId, number: Number(number) };
  });
  const fates = await fatesOfPostings(
    shop,
    asked.map(({ id }) => id),
  );
  const ended = asked.flatMap((one) => {
    const fate = fates.get(one.id);
    return fate ? [{ ...one, fate }] : [];
  });
  await noteTakenBack(
    shop,
    ended.filter(({ fate }) => fate !== "put off" && fate.state === "done"),
  );
  return new Map(ended.map(({ ref, fate }) => [ref, fate]));
}

async function noteTakenBack(shop: string, rows: readonly RowKey[]): Promise<void> {
  if (rows.length === 0) return;
  await withShop(shop, (tx) =>
    tx.$client.query(
      `UPDATE import_rows AS kept SET outcome = 'undone' FROM unnest($2::uuid[], $3::int[]) AS back (run_id, number)
        WHERE kept.shop = $1 AND kept.run_id = back.run_id AND kept.number = back.number`,
      [shop, rows.map(({ runId }) => runId), rows.map(({ number }) => number)],
    ),
  );
}

/** How a posting ended; undefined while it is on its way. */
async function fateOf(shop: string, postingId: string): Promise<ItemOutcome | undefined> {
  const fate = (await fatesOfPostings(shop, [postingId])).get(postingId);
  return fate === "put off" ? undefined : fate;
}

/** What takes a posting back already: confirmed, or on its way. */
async function reversalOf(tx: ShopTransaction, shop: string, postingId: string) {
  const { rows } = await tx.$client.query<{ id: string; operationKey: string | null }>(
    `SELECT id, operation_key AS "operationKey" FROM ledger_postings AS later
      WHERE shop = $1 AND reverses_id = $2
        AND NOT EXISTS (SELECT 1 FROM ledger_outcomes AS outcome WHERE outcome.shop = later.shop
                           AND outcome.posting_id = later.id AND outcome.state = 'FAILED')`,
    [shop, postingId],
  );
  return rows[0];
}
