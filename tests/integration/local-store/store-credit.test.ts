import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expireDue } from "../../../local-store/credit/accounts.ts";
import { createCustomer, deleteCustomer } from "../../../local-store/data/customers.ts";
import { issueAccessToken } from "../../../local-store/data/shops.ts";
import { API_KEY, type RunningStore, SHOP, startStore } from "./support/running-store.ts";

let running: RunningStore;
let customer: string;
beforeAll(async () => {
  running = await startStore();
});
beforeEach(async () => {
  const created = await createCustomer(running.store, SHOP, { firstName: "Cora" });
  customer = `gid://shopify/Customer/${created.customer?.id}`;
});
afterAll(() => running?.close());

const MONEY = "{ amount currencyCode }";
const DONE = `storeCreditAccountTransaction { id createdAt amount ${MONEY} balanceAfterTransaction ${MONEY} account { id } }
  userErrors { code field message }`;
const CREDIT = `mutation StoreCreditCredit($id: ID!, $input: StoreCreditAccountCreditInput!) {
  storeCreditAccountCredit(id: $id, creditInput: $input) { ${DONE} } }`;
const DEBIT = `mutation StoreCreditDebit($id: ID!, $input: StoreCreditAccountDebitInput!) {
  storeCreditAccountDebit(id: $id, debitInput: $input) { ${DONE} } }`;
const ACCOUNTS = `query StoreCreditForCustomer($id: ID!, $query: String) {
  customer(id: $id) { storeCreditAccounts(first: 10, query: $query) { nodes { id balance ${MONEY} } } } }`;
const TRANSACTIONS = `query StoreCreditTransactions($id: ID!, $first: Int, $after: String, $last: Int, $before: String,
    $query: String, $sortKey: TransactionSortKeys, $reverse: Boolean = true) {
  storeCreditAccount(id: $id) {
    balance ${MONEY}
    owner { ... on Customer { id } }
    transactions(first: $first, after: $after, last: $last, before: $before, query: $query, sortKey: $sortKey,
        reverse: $reverse) {
      nodes {
        __typename createdAt event amount ${MONEY} balanceAfterTransaction ${MONEY}
        origin { ... on OrderTransaction { id kind order { id name } } }
        ... on StoreCreditAccountCreditTransaction { id expiresAt remainingAmount ${MONEY} }
        ... on StoreCreditAccountDebitTransaction { id }
        ... on StoreCreditAccountDebitRevertTransaction { id debitTransaction { id } }
        ... on StoreCreditAccountExpirationTransaction { creditTransaction { id } }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  } }`;

const credit = async (amount: string, more: { id?: string; currency?: string; expiresAt?: Date } = {}) => {
  const creditAmount = { amount, currencyCode: more.currency ?? "USD" };
  const input = { creditAmount, ...(more.expiresAt && { expiresAt: more.expiresAt.toISOString() }) };
  const { data } = await running.call(CREDIT, { id: more.id ?? customer, input });
  return data.storeCreditAccountCredit;
};
const debit = async (amount: string, more: { id?: string; currency?: string } = {}) => {
  const input = { debitAmount: { amount, currencyCode: more.currency ?? "USD" } };
  const { data } = await running.call(DEBIT, { id: more.id ?? customer, input });
  return data.storeCreditAccountDebit;
};
const accounts = async (query?: string) =>
  (await running.call(ACCOUNTS, { id: customer, query })).data.customer.storeCreditAccounts.nodes;
const history = async (id: string, variables: Record<string, unknown> = { first: 50 }) =>
  (await running.call(TRANSACTIONS, { id, ...variables })).data.storeCreditAccount;
const inDays = (days: number) => new Date(running.clock.now() + days * 86_400_000);

test("credits and debits change the balance of the customer's account in their currency", async () => {
  expect(await accounts()).toEqual([]);
  const first = await credit("20.50");
  expect(first).toEqual({
    storeCreditAccountTransaction: {
      id: expect.stringMatching(/^gid:\/\/shopify\/StoreCreditAccountCreditTransaction\/\d+$/),
      createdAt: "2026-10-05T12:00:00Z",
      amount: { amount: "20.5", currencyCode: "USD" },
      balanceAfterTransaction: { amount: "20.5", currencyCode: "USD" },
      account: { id: expect.stringMatching(/^gid:\/\/shopify\/StoreCreditAccount\/\d+$/) },
    },
    userErrors: [],
  });
  const { account } = first.storeCreditAccountTransaction;
  const taken = await debit("5.49", { id: account.id });
  expect(taken.storeCreditAccountTransaction).toMatchObject({
    id: expect.stringContaining("StoreCreditAccountDebitTransaction"),
    amount: { amount: "-5.49" },
    balanceAfterTransaction: { amount: "15.01" },
  });
  await credit("3", { currency: "EUR" });
  expect((await accounts()).map((each: { balance: unknown }) => each.balance)).toEqual([
    { amount: "15.01", currencyCode: "USD" },
    { amount: "3.0", currencyCode: "EUR" },
  ]);
  expect(await accounts("currency_code:EUR")).toHaveLength(1);
  const { owner, transactions } = await history(account.id);
  expect(owner).toEqual({ id: customer });
  expect(
    transactions.nodes.map((node: { __typename: string; event: string; origin: unknown }) => node),
  ).toMatchObject([
    { __typename: "StoreCreditAccountDebitTransaction", event: "ADJUSTMENT", origin: null },
    {
      __typename: "StoreCreditAccountCreditTransaction",
      remainingAmount: { amount: "15.01" },
      expiresAt: null,
    },
  ]);
});

test("each refusal has the schema's code and field, and changes nothing", async () => {
  const code = async (change: Promise<{ userErrors: Array<{ code: string; field: string[] }> }>) => {
    const [error] = (await change).userErrors;
    return [error?.code, error?.field.join(".")];
  };
  const unknownOwner = "gid://shopify/Customer/1";
  const noAccount = "gid://shopify/StoreCreditAccount/1";
  expect(await code(debit("1"))).toEqual(["ACCOUNT_NOT_FOUND", "id"]);
  expect(await code(credit("1", { id: unknownOwner }))).toEqual(["OWNER_NOT_FOUND", "id"]);
  expect(await code(credit("1", { id: noAccount }))).toEqual(["ACCOUNT_NOT_FOUND", "id"]);
  expect(await code(credit("0"))).toEqual(["NEGATIVE_OR_ZERO_AMOUNT", "creditInput.creditAmount.amount"]);
  expect(await code(debit("-1.00"))).toEqual(["NEGATIVE_OR_ZERO_AMOUNT", "debitInput.debitAmount.amount"]);
  expect(await code(credit("1", { currency: "JPY" }))).toEqual([
    "UNSUPPORTED_CURRENCY",
    "creditInput.creditAmount.currencyCode",
  ]);
  expect(await code(credit("1", { expiresAt: inDays(0) }))).toEqual([
    "EXPIRES_AT_IN_PAST",
    "creditInput.expiresAt",
  ]);
  expect(await code(credit("15000.01"))).toEqual([
    "CREDIT_LIMIT_EXCEEDED",
    "creditInput.creditAmount.amount",
  ]);
  expect(await accounts()).toEqual([]);

  const { account } = (await credit("14999")).storeCreditAccountTransaction;
  expect(await code(credit("1.01"))).toEqual(["CREDIT_LIMIT_EXCEEDED", "creditInput.creditAmount.amount"]);
  expect(await code(debit("14999.01"))).toEqual(["INSUFFICIENT_FUNDS", "debitInput.debitAmount.amount"]);
  expect(await code(credit("1", { id: account.id, currency: "EUR" }))).toEqual([
    "MISMATCHING_CURRENCY",
    "creditInput.creditAmount.currencyCode",
  ]);
  expect(await code(debit("1", { id: account.id, currency: "EUR" }))).toEqual([
    "MISMATCHING_CURRENCY",
    "debitInput.debitAmount.currencyCode",
  ]);
  expect((await accounts())[0].balance.amount).toBe("14999.0");
});

test("of concurrent debits, as many succeed as the balance allows", async () => {
  const { account } = (await credit("10")).storeCreditAccountTransaction;
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, () => debit("1.50")),
    ...Array.from({ length: 2 }, () => credit("0.20")),
  ]);
  expect(answers.filter(({ userErrors }) => userErrors.length === 0)).toHaveLength(6 + 2);
  const { balance, transactions } = await history(account.id);
  expect(balance.amount).toBe("1.4");
  const steps = transactions.nodes.toReversed() as Array<
    Record<"amount" | "balanceAfterTransaction", { amount: string }>
  >;
  let cents = 0;
  for (const step of steps) {
    cents += Math.round(Number(step.amount.amount) * 100);
    expect(Math.round(Number(step.balanceAfterTransaction.amount) * 100)).toBe(cents);
  }
});

test("credits that expire first are spent first, and the rest expires by the store's clock", async () => {
  const { account } = (await credit("5")).storeCreditAccountTransaction;
  await credit("7", { expiresAt: inDays(30) });
  const soon = (await credit("3", { expiresAt: inDays(10) })).storeCreditAccountTransaction;
  await debit("4");
  const remaining = async (variables: Record<string, unknown>) =>
    (await history(account.id, { first: 10, ...variables })).transactions.nodes.map(
      (node: { remainingAmount?: { amount: string } }) => node.remainingAmount?.amount,
    );
  const inOrder = { query: "type:credit", sortKey: "EXPIRES_AT", reverse: false };
  expect(await remaining(inOrder)).toEqual(["0.0", "6.0", "5.0"]);
  expect(await remaining({ ...inOrder, query: `expires_at:<='${inDays(10).toISOString()}'` })).toEqual([
    "0.0",
  ]);

  running.clock.advance(30 * 86_400_000);
  expect(await expireDue(running.store)).toBeGreaterThan(0);
  expect(await expireDue(running.store)).toBe(0);
  const after = await history(account.id, { first: 10 });
  expect(after.balance.amount).toBe("5.0");
  expect(after.transactions.nodes[0]).toMatchObject({
    __typename: "StoreCreditAccountExpirationTransaction",
    amount: { amount: "-6.0" },
    balanceAfterTransaction: { amount: "5.0" },
    creditTransaction: { id: expect.not.stringMatching(soon.id) },
  });
  // The other credit was spent. An expired credit keeps its remaining amount.
  expect(await remaining({ query: "type:expiration" })).toHaveLength(1);
  expect(await remaining(inOrder)).toEqual(["0.0", "6.0", "5.0"]);
  expect((await debit("5.01")).userErrors).toMatchObject([{ code: "INSUFFICIENT_FUNDS" }]);
});

test("transactions are paged in both directions", async () => {
  const { account } = (await credit("1")).storeCreditAccountTransaction;
  for (const amount of ["2", "3", "4", "5"]) await credit(amount);
  const page = async (variables: Record<string, unknown>) => {
    const { nodes, pageInfo } = (await history(account.id, variables)).transactions;
    return { amounts: nodes.map((node: { amount: { amount: string } }) => node.amount.amount), pageInfo };
  };
  const first = await page({ first: 2 });
  expect(first).toMatchObject({
    amounts: ["5.0", "4.0"],
    pageInfo: { hasNextPage: true, hasPreviousPage: false },
  });
  await credit("6");
  const second = await page({ first: 2, after: first.pageInfo.endCursor });
  expect(second.amounts).toEqual(["3.0", "2.0"]);
  expect((await page({ last: 2, before: second.pageInfo.startCursor })).amounts).toEqual(["5.0", "4.0"]);
  const last = await page({ first: 2, after: second.pageInfo.endCursor });
  expect(last).toMatchObject({ amounts: ["1.0"], pageInfo: { hasNextPage: false } });
});

test("scopes are required, and deleting a customer deletes the account", async () => {
  const { account } = (await credit("1")).storeCreditAccountTransaction;
  const { token } = await issueAccessToken(running.store, SHOP, {
    apiKey: API_KEY,
    scopes: ["read_customers", "read_store_credit_accounts"],
  });
  const denied = async (query: string, variables: Record<string, unknown>) =>
    (await running.call(query, variables, token)).errors?.[0]?.message;
  expect(await denied(TRANSACTIONS, { id: account.id, first: 1 })).toContain(
    "`read_store_credit_account_transactions` access scope",
  );
  const input = { debitAmount: { amount: "1", currencyCode: "USD" } };
  expect(await denied(DEBIT, { id: customer, input })).toContain("`write_store_credit_account_transactions`");
  expect(await denied(ACCOUNTS, { id: customer })).toBeUndefined();
  await deleteCustomer(running.store, SHOP, Number(customer.split("/").at(-1)));
  expect(await history(account.id)).toBeNull();
});
