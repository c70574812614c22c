import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { ledgerServices } from "../../support/ledger.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let customerId: number;
beforeAll(async () => {
  shop = await openTestShop("denied_field");
  await signedInCalls(shop);
  const [id] = await (await ledgerServices(shop)).customers(1, "Denied");
  customerId = id as number;
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => shop.close());

/** Sends a credit of 10 dollars and changes its response. */
async function creditAnswered(change: (answer: Answer) => void) {
  const [{ liveAdminApi }, { storeCreditCredit }] = await Promise.all([
    import("~/connectors/shopify/live.server"),
    import("~/connectors/shopify/operations/store-credit"),
  ]);
  const send = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const answer = (await (await send(input, init)).json()) as Answer;
    change(answer);
    return Response.json(answer);
  });
  return liveAdminApi(DEMO).run(storeCreditCredit, {
    id: `gid://shopify/Customer/${customerId}`,
    input: { creditAmount: { amount: "10.00", currencyCode: "USD" } },
  });
}

interface Answer {
  data: Record<string, { storeCreditAccountTransaction: unknown } | null> | null;
  errors?: { message: string; path?: string[]; extensions: { code: string } }[];
}

const denied = (path?: string[]) => [
  { message: "Access denied", path, extensions: { code: "ACCESS_DENIED" } },
];

test("a change whose response denied one field may have been applied", async () => {
  const answered = creditAnswered((answer) => {
    answer.errors = denied(["storeCreditAccountCredit", "storeCreditAccountTransaction", "account"]);
    answer.data = { storeCreditAccountCredit: { storeCreditAccountTransaction: null } };
  });
  await expect(answered).rejects.toMatchObject({ mayBeDone: true });
});

test("so may a change whose response is empty", async () => {
  const answered = creditAnswered((answer) => {
    answer.errors = denied(["storeCreditAccountCredit", "storeCreditAccountTransaction", "account"]);
    answer.data = { storeCreditAccountCredit: null };
  });
  await expect(answered).rejects.toMatchObject({ mayBeDone: true });
});

test.each([[undefined], [["storeCreditAccountCredit"]]])(
  "a change that was denied as a whole (%j) certainly was not done",
  async (path) => {
    const answered = creditAnswered((answer) => {
      answer.errors = denied(path);
      answer.data = path ? { storeCreditAccountCredit: null } : null;
    });
    await expect(answered).rejects.toThrow("Shopify denies access");
  },
);
