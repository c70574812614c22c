import { afterAll, beforeAll, expect, test } from "vitest";
import { activity } from "../../support/activity.ts";
import { type Credits, DEMO, openCredits, refusalOf } from "./support.ts";

let credits: Credits;
beforeAll(async () => {
  credits = await openCredits("cancelcredit", 5);
});
afterAll(() => credits.close());

const give = async (id: number) => {
  const body = { ids: String(id), amount: "5", reference: "Waits" };
  return (await credits.calls.credits.issueCredits({ headers: {}, body })).list[0]?.postingId ?? "";
};
const cancel = (id: string, reason = "The app may not change store credit", as = credits.calls) =>
  as.credits.cancel({ params: { id }, body: { reason } });
const found = async (id: string) => (await credits.calls.credits.postings({ ids: [id] })).list[0];
const settle = () => import("~/domain/ledger/settle.server");
const inShop = async <T>(
  work: (tx: Parameters<Awaited<ReturnType<typeof settle>>["failPosting"]>[0]) => Promise<T>,
) => (await import("~/platform/db/with-shop.server")).withShop(DEMO, work);

test("a transaction that was not sent is canceled with a reason, fails and releases what it held", async () => {
  await credits.given(1, "20");
  const body = { ids: "1", amount: "15", reference: "Takes" };
  const { list } = await credits.calls.credits.adjustBalances({ headers: {}, body });
  const id = list[0]?.postingId ?? "";
  // It may be sent at any moment. A cancellation is offered only after it has waited for too long.
  expect(await found(id)).toMatchObject({ state: "PENDING", canBeGivenUp: false });
  const { requeuePosting } = await settle();
  await inShop((tx) => requeuePosting(tx, DEMO, id, "The app lacks a scope.", new Date()));
  expect(await found(id)).toMatchObject({ problem: "The app lacks a scope.", canBeGivenUp: true });
  expect((await refusalOf(cancel(id, ""))).status).toBe(400);
  expect((await refusalOf(cancel(id, "Mine", credits.second))).status).toBe(404);
  expect(await cancel(id)).toMatchObject({ status: true });
  expect(await found(id)).toMatchObject({
    state: "FAILED",
    problem: expect.stringMatching(/^Canceled by .+: The app may not change store credit$/),
    canBeGivenUp: false,
  });
  const customers = await credits.calls.credits.customers({ search: "person1@" });
  expect(customers.list).toMatchObject([{ heldCents: 0 }]);
  expect((await activity()).at(-1)).toMatchObject({ action: "credit.given up", subject: { id: "1" } });
  expect((await refusalOf(cancel(id))).message).toContain("has already ended");
});

test("a sent or unknown transaction can't be canceled, and a race between canceling and sending has one winner", async () => {
  const [{ markUnknown, requeuePosting }, { claimPostings, recordAttempt }] = await Promise.all([
    settle(),
    import("~/domain/ledger/dispatch/claim-postings.server"),
  ]);
  const id = await give(2);
  const [claimed] = (await claimPostings(DEMO, 1)).postings;
  expect(claimed?.id).toBe(id);
  if (!claimed) return;
  await recordAttempt(DEMO, claimed, new Date(), 10_000);
  expect((await refusalOf(cancel(id))).message).toContain("was sent to Shopify");
  await inShop((tx) => markUnknown(tx, DEMO, id, "The answer was lost.", new Date()));
  expect(await refusalOf(cancel(id))).toMatchObject({ status: 409 });
  expect(await found(id)).toMatchObject({ state: "UNKNOWN", canBeGivenUp: false });
  await inShop((tx) => requeuePosting(tx, DEMO, id, "It did not arrive.", new Date()));
  const [again] = (await claimPostings(DEMO, 1)).postings;
  if (!again) throw new Error("It was not claimed again.");
  const [givenUp, isOurs] = await Promise.all([
    cancel(id).then(
      () => true,
      () => false,
    ),
    recordAttempt(DEMO, again, new Date(), 10_000),
  ]);
  expect(givenUp).toBe(!isOurs);
  expect((await found(id))?.state).toBe(givenUp ? "FAILED" : "PENDING");
});
