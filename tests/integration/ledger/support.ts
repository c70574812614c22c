import { cents } from "~/platform/money/cents";
import { DEMO, openTwoShops, type TwoShops } from "../console/two-shops.ts";

export type Ledger = Awaited<ReturnType<typeof openLedger>>;

const BY = { id: "1", name: "Olive Owner", email: "olive@demo.example" };

/** The ledger's services on their own database, with customers 1, 2, 3 … in the mirror and no credit yet. */
export async function openLedger(name: string, customers = 5) {
  const shops: TwoShops = await openTwoShops(name);
  const [
    { withShop },
    { post },
    settle,
    { recordExternalTransaction },
    { reverse },
    { withIdempotencyKey },
    { creditRequests },
  ] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/post.server"),
    import("~/domain/ledger/settle.server"),
    import("~/domain/ledger/reconcile/external-transaction.server"),
    import("~/domain/ledger/reverse.server"),
    import("~/core/intents/idempotency-key.server"),
    import("~/domain/ledger/credit-requester.server"),
  ]);
  await shops.query(
    `INSERT INTO customers (shop, id, display_name, email, created_at, updated_at)
     SELECT $1, id, 'Customer ' || id, 'person' || id || '@x.example', now(), now() FROM generate_series(1, $2::int) AS id`,
    [DEMO, customers],
  );
  const posting = { by: BY, operationKey: "1:test", now: new Date() };
  let transactions = 0;
  const confirmation = () => {
    transactions += 1;
    return { transactionId: `gid://shopify/T/${transactions}`, at: new Date(), balanceAfterCents: null };
  };
  const request = (type: "Credit" | "Adjustment", customerId: number, amountCents: number) =>
    withShop(DEMO, async (tx) => {
      const [posted] = await post(
        tx,
        DEMO,
        [{ customerId, type, amountCents: cents(amountCents), reference: "Test" }],
        posting,
      );
      return posted;
    });
  return {
    shops,
    posting,
    request,
    post: (postings: Parameters<typeof post>[2]) => withShop(DEMO, (tx) => post(tx, DEMO, postings, posting)),
    confirm: (id: string) => withShop(DEMO, (tx) => settle.confirmPosting(tx, DEMO, id, confirmation())),
    fail: (id: string, problem: string) => withShop(DEMO, (tx) => settle.failPosting(tx, DEMO, id, problem)),
    markUnknown: (id: string, problem: string) =>
      withShop(DEMO, (tx) => settle.markUnknown(tx, DEMO, id, problem, new Date())),
    requeue: (id: string, problem: string) =>
      withShop(DEMO, (tx) => settle.requeuePosting(tx, DEMO, id, problem, new Date())),
    recordExternalTransaction: (transaction: Parameters<typeof recordExternalTransaction>[2]) =>
      withShop(DEMO, (tx) => recordExternalTransaction(tx, DEMO, transaction)),
    reverse: (id: string, now = posting.now) =>
      withShop(DEMO, (tx) => reverse(tx, DEMO, id, "A mistake", { ...posting, now })),
    withIdempotencyKey: <Answer>(key: string, request: unknown, work: () => Promise<Answer>) =>
      withShop(DEMO, (tx) =>
        withIdempotencyKey(tx, creditRequests, DEMO, { actorId: BY.id, key, request }, work),
      ),
    /** An account as its statement shows it. */
    async account(customerId: number) {
      const { credits } = await shops.as("1");
      const { statement } = await credits.statement({ id: String(customerId) });
      if (!statement) return undefined;
      const { balanceCents: balance, heldCents: held, name: shownName, email } = statement;
      return { balance, held, name: shownName, email };
    },
  };
}
