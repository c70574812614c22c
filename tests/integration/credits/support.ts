import { createHash } from "node:crypto";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { transactions } from "../../support/ledger.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";

export { DEMO, SECOND };

/** The Credits calls beside a local store, as an administrator with its flag, with customers 1, 2, 3 … in the mirror. */
export async function openCredits(name: string, customers = 20) {
  const shop: TestShop = await openTestShop(name);
  await signedInCalls(shop, "1");
  await signedInCalls(shop, "3");
  await grantAccess("3", ["showCredits"]);
  const [calls, owner, second, { withShop }, { confirmPosting, failPosting }] = await Promise.all([
    signedInCalls(shop, "3"),
    signedInCalls(shop, "1"),
    signedInCalls(shop, "1", SECOND),
    import("~/platform/db/with-shop.server"),
    import("~/domain/ledger/settle.server"),
  ]);
  const query = async <Row extends object>(text: string, values: unknown[] = [], domain = DEMO) =>
    (await withShop(domain, (tx) => tx.$client.query<Row>(text, values))).rows;
  await query(
    `INSERT INTO customers (shop, id, display_name, email, created_at, updated_at)
     SELECT $1, id, 'Customer ' || id, 'person' || id || '@x.example', now(), now() FROM generate_series(1, $2::int) AS id`,
    [DEMO, customers],
  );
  let confirmed = 0;
  const settle = {
    confirm(postingId: string | null) {
      confirmed += 1;
      const confirmation = {
        transactionId: `gid://shopify/T/${confirmed}`,
        at: new Date(),
        balanceAfterCents: null,
      };
      return withShop(DEMO, (tx) => confirmPosting(tx, DEMO, postingId ?? "", confirmation));
    },
    fail: (postingId: string | null, problem: string) =>
      withShop(DEMO, (tx) => failPosting(tx, DEMO, postingId ?? "", problem)),
  };
  return {
    shop,
    calls,
    owner,
    second,
    query,
    ...settle,
    /** Gives a customer credit that Shopify has confirmed. @param amount dollars */
    async given(id: number, amount: string, reference = "Given"): Promise<string> {
      const body = { ids: String(id), amount, reference };
      const { list } = await calls.credits.issueCredits({ headers: {}, body });
      await settle.confirm(list[0]?.postingId ?? null);
      return list[0]?.postingId ?? "";
    },
    /** Runs a job to its end, as a worker does. */
    async work(jobId: string): Promise<void> {
      const [{ runJob }, { app }] = await Promise.all([
        import("~/platform/jobs/run-job.server"),
        import("../../support/app.ts"),
      ]);
      const kinds = new Map(app.jobs.map((job) => [job.name, job]));
      await runJob(DEMO, jobId, kinds, AbortSignal.timeout(20_000));
    },
    ledger: transactions,
    postingsOf: async (reference: string) =>
      (await transactions(reference)).filter((posting) => posting.reference === reference),
    reversalsOf: async (...ids: string[]) =>
      (await transactions()).filter(({ reversesId }) => reversesId !== null && ids.includes(reversesId)),
    close: () => shop.close(),
  };
}

export type Credits = Awaited<ReturnType<typeof openCredits>>;

/** A customer of the store, with their id. */
export async function customer(credits: Credits, email: string, amount = "0"): Promise<number> {
  const body = { email, amount, reference: "New account" };
  const answer = await credits.calls.credits.addCustomer({ headers: {}, body });
  if (answer.postingId) await credits.confirm(answer.postingId);
  return Number(answer.customer.shopifyCustomerId);
}

/** A file as the wizard sends it, checked. */
export async function checked(credits: Credits, rows: string[][]) {
  const { imports } = credits.calls;
  const { run } = await imports.open({
    kind: "credits",
    fileName: "credits.csv",
    sha256: createHash("sha256").update(JSON.stringify(rows)).digest("hex"),
    columns: ["Email", "Credit", "Adjustment", "Reference"],
    rowCount: rows.length,
  });
  const mapping = ["email", "credit", "adjustment", "reference"];
  await imports.decide({ id: run.id, mapping, blanks: "keep" });
  await imports.send({ id: run.id, rows: rows.map((cells, index) => ({ number: index + 2, cells })) });
  return imports.finish({ id: run.id });
}

/** What a call that must be refused answered. */
export async function refusalOf(call: Promise<unknown>): Promise<{ status: number; message: string }> {
  try {
    await call;
  } catch (error) {
    return error as { status: number; message: string };
  }
  throw new Error("The call was not refused.");
}
