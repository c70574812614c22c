import { seededRandom } from "../../../local-store/faults/seeded-random.ts";
import { BOOKKEEPER, ledgerServices } from "../../support/ledger.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { creditCustomers, inLanes } from "../support/credits.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

const RACERS = 64;

export const races: BackroomPromise = {
  id: "R3",
  title: "64 debits race for a balance of 10; random operations against a single-threaded model",
  async test(shop, scale) {
    const operations = scale === "small" ? 300 : 20_000;
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    const [racer, ...ids] = (await creditCustomers(shop, 33, "Racing")) as [number, ...number[]];
    const won = await race(shop, racer);
    const differing = await againstModel(ids, operations, seed);
    return finding(`${won} of ${RACERS} won, ${operations} operations (seed ${seed})`, {
      "too many or too few winners": Math.abs(won - 10),
      differences: differing,
    });
  },
};

/** @returns how many of the debits were accepted */
async function race(shop: TestShop, id: number): Promise<number> {
  const ledger = await ledgerServices(shop);
  const services = await modelServices();
  const { postingId } = await ledger.post("Credit", id, 10);
  await services.confirm(postingId ?? "");
  const posted = await Promise.all(Array.from({ length: RACERS }, () => ledger.post("Adjustment", id, 1)));
  for (const { postingId: accepted } of posted) if (accepted) await services.confirm(accepted);
  return posted.filter(({ postingId: accepted }) => accepted !== null).length;
}

let transactions = 0;
async function modelServices() {
  const [{ withShop }, { post }, settle, { recordExternalTransaction }, { reverse }, { cents }] =
    await Promise.all([
      import("~/platform/db/with-shop.server"),
      import("~/domain/ledger/post.server"),
      import("~/domain/ledger/settle.server"),
      import("~/domain/ledger/reconcile/external-transaction.server"),
      import("~/domain/ledger/reverse.server"),
      import("~/platform/money/cents"),
    ]);
  const nextTransaction = () => {
    transactions += 1;
    return { transactionId: `gid://model/T/${transactions}`, at: new Date(), balanceAfterCents: null };
  };
  const posting = () => ({ by: BOOKKEEPER, operationKey: "1:model", now: new Date() });
  return {
    async post(type: "Credit" | "Adjustment", customerId: number, amountCents: number) {
      const request = { customerId, type, amountCents: cents(amountCents), reference: "Model" };
      const [posted] = await withShop(DEMO, (tx) => post(tx, DEMO, [request], posting()));
      return posted?.postingId ?? null;
    },
    confirm: (id: string) => withShop(DEMO, (tx) => settle.confirmPosting(tx, DEMO, id, nextTransaction())),
    fail: (id: string) => withShop(DEMO, (tx) => settle.failPosting(tx, DEMO, id, "Refused.")),
    wait: (id: string) => withShop(DEMO, (tx) => settle.markUnknown(tx, DEMO, id, "Lost.", new Date())),
    requeue: (id: string) => withShop(DEMO, (tx) => settle.requeuePosting(tx, DEMO, id, "Late.", new Date())),
    recordExternal: (customerId: number, amountCents: number) =>
      withShop(DEMO, (tx) => {
        const { transactionId, at } = nextTransaction();
        const type = amountCents < 0 ? ("Order" as const) : ("Refund" as const);
        return recordExternalTransaction(tx, DEMO, {
          customerId,
          type,
          amountCents: cents(amountCents),
          at,
          reference: "Model",
          transactionId,
          balanceAfterCents: null,
        });
      }),
    reverse: (id: string) =>
      withShop(DEMO, (tx) => reverse(tx, DEMO, id, "Model", posting())).then(
        ({ results }) => results[0]?.postingId ?? null,
        () => null,
      ),
  };
}

/** One customer's credit as a program without a database would keep it. */
class Model {
  balance = 0;
  held = 0;
  readonly open = new Map<string, number>();
  /** Confirmed and not reversed: id to amount. */
  readonly reversible = new Map<string, number>();

  mayTake = (cents: number) => this.balance - this.held >= cents;
  opened(id: string, cents: number) {
    this.open.set(id, cents);
    if (cents < 0) this.held -= cents;
  }
  ended(id: string, isDone: boolean) {
    const cents = this.open.get(id) ?? 0;
    this.open.delete(id);
    if (cents < 0) this.held += cents;
    if (!isDone) return;
    this.balance += cents;
    this.reversible.set(id, cents);
  }
}

/** Many concurrent customers, each with its own model, in the model's order. @returns how many differ */
async function againstModel(ids: readonly number[], operations: number, seed: number): Promise<number> {
  const services = await modelServices();
  let wrong = 0;
  await inLanes(16, ids, async (id) => {
    const random = seededRandom(seed + id);
    const model = new Model();
    for (let step = 0; step < operations / ids.length; step += 1)
      wrong += Number(!(await doSomething(services, model, id, random)));
    wrong += Number(!(await isAsModel(id, model)));
  });
  return wrong;
}

/** @returns false when the ledger answered otherwise than the model */
async function doSomething(
  services: Awaited<ReturnType<typeof modelServices>>,
  model: Model,
  id: number,
  random: () => number,
): Promise<boolean> {
  const cents = 1 + Math.floor(random() * 500);
  const pick = <Key>(keys: Iterable<Key>): Key | undefined => {
    const all = [...keys];
    return all[Math.floor(random() * all.length)];
  };
  const kind = Math.floor(random() * 8);
  const open = pick(model.open.keys());
  if (kind <= 1) {
    const posted = await services.post("Credit", id, cents);
    if (posted) model.opened(posted, cents);
    return posted !== null;
  }
  if (kind === 2) {
    const may = model.mayTake(cents);
    const posted = await services.post("Adjustment", id, cents);
    if (posted) model.opened(posted, -cents);
    return (posted !== null) === may;
  }
  if (kind === 3) {
    const amount = model.balance > model.held + cents && random() < 0.5 ? -cents : cents;
    model.balance += amount;
    return services.recordExternal(id, amount);
  }
  if (kind === 4) {
    const chosen = pick(model.reversible);
    if (!chosen) return true;
    const [postingId, amount] = chosen;
    const may = amount < 0 || model.mayTake(amount);
    const posted = await services.reverse(postingId);
    if (posted) {
      model.opened(posted, -amount);
      model.reversible.delete(postingId);
    }
    return (posted !== null) === may;
  }
  if (!open) return true;
  if (kind === 5) await (random() < 0.5 ? services.wait(open) : services.requeue(open));
  const isDone = random() < 0.8;
  const first = await (isDone ? services.confirm(open) : services.fail(open));
  const again = await (isDone ? services.fail(open) : services.confirm(open));
  model.ended(open, isDone);
  return first && !again;
}

async function isAsModel(id: number, model: Model): Promise<boolean> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ balance: string; held: string; entries: string }>(
    `SELECT balance_cents AS balance, held_cents AS held,
            (SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries AS entry
              WHERE entry.shop = $1 AND entry.customer_id = $2 AND account = 'customer') AS entries
       FROM credit_accounts WHERE shop = $1 AND customer_id = $2`,
    [DEMO, id],
  );
  const { balance = 0, held = 0, entries = 0 } = rows[0] ?? {};
  return (
    Number(balance) === model.balance && Number(held) === model.held && Number(entries) === model.balance
  );
}
