/** Discounts with codes: the documents of the Admin API that work on them, and an order that redeems a code. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "../../../local-store/data/database.ts";
import { applyCode, recordUse } from "../../../local-store/discounts/redeem-code.ts";
import { runDueCodeChanges } from "../../../local-store/discounts/run-due-code-changes.ts";
import { type RunningStore, SHOP, startStore } from "./support/running-store.ts";

let running: RunningStore;
let discountId: string;
beforeAll(async () => {
  running = await startStore();
  const { codeDiscountNode } = await create({ code: "FIRST" });
  discountId = codeDiscountNode.id;
});
afterAll(() => running?.close());

async function call(query: string, variables: Record<string, unknown> = {}) {
  const answer = await running.call(query, variables);
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  return answer.data;
}

const BASIC = {
  title: "Welcome",
  startsAt: "2026-10-01T00:00:00Z",
  endsAt: "2026-11-01T00:00:00Z",
  appliesOncePerCustomer: true,
  context: { all: "ALL" },
  customerGets: { items: { all: true }, value: { percentage: 0.1 } },
};

const create = async (input: Record<string, unknown>) =>
  (
    await call(
      `mutation DiscountCreate($d: DiscountCodeBasicInput!) { discountCodeBasicCreate(basicCodeDiscount: $d) {
        codeDiscountNode { id } userErrors { code field message } } }`,
      { d: { ...BASIC, ...input } },
    )
  ).discountCodeBasicCreate;

const add = async (codes: readonly string[], id = discountId) =>
  (
    await call(
      `mutation DiscountCodesBulkAdd($id: ID!, $codes: [DiscountRedeemCodeInput!]!) {
        discountRedeemCodeBulkAdd(discountId: $id, codes: $codes) { bulkCreation { id done codesCount } userErrors { code field message } } }`,
      { id, codes: codes.map((code) => ({ code })) },
    )
  ).discountRedeemCodeBulkAdd;

const creation = async (id: string) =>
  (
    await call(
      `query Status($id: ID!) { discountRedeemCodeBulkCreation(id: $id) { done codesCount importedCount failedCount
        codes(first: 250) { nodes { code discountRedeemCode { code } errors { code field message } } } } }`,
      { id },
    )
  ).discountRedeemCodeBulkCreation;

async function later(milliseconds: number) {
  running.clock.advance(milliseconds);
  await runDueCodeChanges(running.store);
}

test("a discount is created with its first code, which is unique whatever its case", async () => {
  const { codeDiscountNodeByCode } = await call(
    `query ByCode($code: String!) { codeDiscountNodeByCode(code: $code) { id codeDiscount { __typename ... on DiscountCodeBasic {
      title status startsAt endsAt usageLimit asyncUsageCount appliesOncePerCustomer codesCount { count precision }
      customerGets { value { ... on DiscountPercentage { percentage } } } } } } }`,
    { code: "first" },
  );
  expect(codeDiscountNodeByCode).toEqual({
    id: discountId,
    codeDiscount: {
      __typename: "DiscountCodeBasic",
      title: "Welcome",
      status: "ACTIVE",
      startsAt: "2026-10-01T00:00:00Z",
      endsAt: "2026-11-01T00:00:00Z",
      usageLimit: null,
      asyncUsageCount: 0,
      appliesOncePerCustomer: true,
      codesCount: { count: 1, precision: "EXACT" },
      customerGets: { value: { percentage: 0.1 } },
    },
  });
  const refused = async (input: Record<string, unknown>) =>
    (await create(input)).userErrors.map(({ code }: { code: string }) => code);
  expect(await refused({ code: "FiRsT" })).toEqual(["TAKEN"]);
  expect(await refused({ code: " ", title: "", endsAt: "2026-09-01T00:00:00Z" })).toEqual([
    "BLANK",
    "BLANK",
    "END_DATE_BEFORE_START_DATE",
  ]);
});

test("codes are added later, each with its own result", async () => {
  const { bulkCreation } = await add(["A-1", "first", "A-1", "A-2"]);
  expect(bulkCreation).toMatchObject({ done: false, codesCount: 4 });
  expect(await creation(bulkCreation.id)).toMatchObject({ done: false, importedCount: 0, failedCount: 0 });
  await later(1_000);
  const taken = [
    { code: "TAKEN", field: ["code"], message: "Code must be unique. Please try a different code." },
  ];
  expect(await creation(bulkCreation.id)).toEqual({
    done: true,
    codesCount: 4,
    importedCount: 2,
    failedCount: 2,
    codes: {
      nodes: [
        { code: "A-1", discountRedeemCode: { code: "A-1" }, errors: [] },
        { code: "first", discountRedeemCode: null, errors: taken },
        { code: "A-1", discountRedeemCode: null, errors: taken },
        { code: "A-2", discountRedeemCode: { code: "A-2" }, errors: [] },
      ],
    },
  });
  expect((await add(["X"], "gid://shopify/DiscountCodeNode/1")).userErrors).toHaveLength(1);
  const many = await running.call(
    `mutation { discountRedeemCodeBulkAdd(discountId: "${discountId}", codes: [${'{code: "x"},'.repeat(251)}]) { userErrors { code } } }`,
  );
  expect(many.errors?.[0]?.extensions?.code).toBe("MAX_INPUT_SIZE_EXCEEDED");
});

test("an order redeems a code once, and Shopify counts it some seconds later", async () => {
  const { store } = running;
  const redeem = (orderId: number, code: string) =>
    transaction(store, async (client) => {
      const applied = await applyCode(client, store, SHOP, { code, customerId: 7, subtotalCents: 1_999 });
      if ("problem" in applied) return applied.problem;
      await recordUse(client, store, applied, { id: orderId, customerId: 7 });
      return applied.amountCents;
    });
  expect(await redeem(1, "a-1")).toBe(200);
  expect(await redeem(2, "A-2")).toBe("The customer has used this discount already.");
  expect(await redeem(3, "NONE")).toBe("The discount code doesn't exist.");
  const usage = async () =>
    (
      await call(
        `query Usage($id: ID!) { codeDiscountNode(id: $id) { codeDiscount { ... on DiscountCodeBasic {
          codes(first: 250) { nodes { code asyncUsageCount } pageInfo { hasNextPage endCursor } } } } } }`,
        { id: discountId },
      )
    ).codeDiscountNode.codeDiscount.codes.nodes.map(
      (one: { code: string; asyncUsageCount: number }) => `${one.code} ${one.asyncUsageCount}`,
    );
  expect(await usage()).toEqual(["FIRST 0", "A-1 0", "A-2 0"]);
  await later(10_000);
  expect(await usage()).toEqual(["FIRST 0", "A-1 1", "A-2 0"]);
});

test("codes are deleted by a job", async () => {
  const { discountNode } = await call(
    `query Codes($id: ID!) { discountNode(id: $id) { discount { ... on DiscountCodeBasic { codes(first: 250) { nodes { id code } } } } } }`,
    { id: discountId.replace("DiscountCodeNode", "DiscountNode") },
  );
  const ids = discountNode.discount.codes.nodes
    .filter(({ code }: { code: string }) => code === "A-2")
    .map(({ id }: { id: string }) => id);
  const { discountCodeRedeemCodeBulkDelete: deletion } = await call(
    `mutation DiscountCodesDelete($id: ID!, $ids: [ID!]) { discountCodeRedeemCodeBulkDelete(discountId: $id, ids: $ids) {
      job { id done } userErrors { code field message } } }`,
    { id: discountId, ids },
  );
  await later(1_000);
  const { job, found } = await call(
    `query Job($id: ID!) { job(id: $id) { done } found: codeDiscountNodeByCode(code: "A-2") { id } }`,
    { id: deletion.job.id },
  );
  expect([job.done, found]).toEqual([true, null]);
});
