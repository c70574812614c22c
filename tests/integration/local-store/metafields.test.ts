import { afterAll, beforeAll, expect, test } from "vitest";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { type RunningStore, SHOP, startStore } from "./support/running-store.ts";

let running: RunningStore;
let ownerId: string;
beforeAll(async () => {
  running = await startStore();
  const { customer } = await createCustomer(running.store, SHOP, {
    firstName: "Meta",
    email: "meta@example.com",
  });
  ownerId = `gid://shopify/Customer/${customer?.id}`;
});
afterAll(() => running?.close());

const SET = `mutation MetafieldsSet($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) {
    metafields { id namespace key value type compareDigest ownerType owner { ... on Customer { id } } }
    userErrors { code elementIndex field message }
  }
}`;
const READ = `query Read($id: ID!, $keys: [String!]) { customer(id: $id) {
  metafields(first: 50, keys: $keys) { nodes { namespace key value } } } }`;

function text(key: string, value: string, more: Record<string, unknown> = {}) {
  return { ownerId, namespace: "stp", key, type: "single_line_text_field", value, ...more };
}

async function set(...metafields: unknown[]) {
  const answer = await running.call(SET, { metafields });
  expect(answer.errors).toBeUndefined();
  return answer.data.metafieldsSet as {
    metafields: Array<{ id: string; compareDigest: string; value: string }>;
    userErrors: Array<{ code: string; field: string[]; message: string }>;
  };
}

async function read(keys?: string[]): Promise<Record<string, string>> {
  const { data } = await running.call(READ, { id: ownerId, keys });
  const nodes: Array<{ namespace: string; key: string; value: string }> = data.customer.metafields.nodes;
  return Object.fromEntries(nodes.map((node) => [`${node.namespace}.${node.key}`, node.value]));
}

test("metafields can be set, read by keys, compared and set, and deleted", async () => {
  const first = await set(text("school", "MIT"), text("major", "Art", { namespace: "profile" }));
  expect(first.userErrors).toEqual([]);
  expect(first.metafields[0]).toMatchObject({ value: "MIT", ownerType: "CUSTOMER", owner: { id: ownerId } });
  expect(await read(["stp.school"])).toEqual({ "stp.school": "MIT" });

  const digest = first.metafields[0]?.compareDigest;
  const second = await set(text("school", "Yale", { compareDigest: digest }));
  expect(second.metafields[0]).toMatchObject({ id: first.metafields[0]?.id, value: "Yale" });
  const stale = await set(text("school", "Lost", { compareDigest: digest }));
  expect(stale.userErrors[0]).toMatchObject({
    code: "STALE_OBJECT",
    field: ["metafields", "0", "compareDigest"],
  });
  expect((await set(text("school", "Lost", { compareDigest: "x" }))).userErrors[0]?.code).toBe(
    "INVALID_COMPARE_DIGEST",
  );
  expect((await set(text("school", "Lost", { compareDigest: null }))).userErrors[0]?.code).toBe(
    "STALE_OBJECT",
  );
  expect((await set(text("fresh", "New", { compareDigest: null }))).userErrors).toEqual([]);
  expect(await read()).toEqual({ "stp.school": "Yale", "profile.major": "Art", "stp.fresh": "New" });

  const deleted = await running.call(
    `mutation D($metafields: [MetafieldIdentifierInput!]!) { metafieldsDelete(metafields: $metafields) {
      deletedMetafields { ownerId namespace key } userErrors { message } } }`,
    {
      metafields: [
        { ownerId, namespace: "stp", key: "fresh" },
        { ownerId, namespace: "stp", key: "none" },
      ],
    },
  );
  expect(deleted.data.metafieldsDelete).toEqual({
    deletedMetafields: [{ ownerId, namespace: "stp", key: "fresh" }, null],
    userErrors: [],
  });
});

test("an invalid entry prevents all changes, and blank values and more than 25 entries are refused", async () => {
  const before = await read();
  const mixed = await set(text("good", "yes"), text("blank", "  "));
  expect(mixed).toMatchObject({
    metafields: [],
    userErrors: [{ code: "BLANK", field: ["metafields", "1", "value"] }],
  });
  const wrong = await set({ ...text("count", "many"), type: "number_integer" });
  expect(wrong.userErrors[0]).toMatchObject({ code: "INVALID_VALUE", message: "Value must be an integer." });
  const many = await set(...Array.from({ length: 26 }, (_, index) => text(`key${index}`, "v")));
  expect(many.userErrors[0]?.code).toBe("LESS_THAN_OR_EQUAL_TO");
  const orphan = await set({ ...text("school", "x"), ownerId: "gid://shopify/Customer/1" });
  expect(orphan.userErrors[0]?.message).toBe("Owner does not exist.");
  expect(await read()).toEqual(before);
});

test("of 8 concurrent writers with the same digest, one succeeds", async () => {
  const { metafields } = await set(text("race", "0"));
  const compareDigest = metafields[0]?.compareDigest;
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, index) => set(text("race", String(index + 1), { compareDigest }))),
  );
  expect(outcomes.filter((outcome) => outcome.userErrors.length === 0)).toHaveLength(1);
});

test("a definition provides the type and has a unique key, and $app is the app's namespace", async () => {
  const define = `mutation Define($definition: MetafieldDefinitionInput!) { metafieldDefinitionCreate(definition: $definition) {
    createdDefinition { namespace key ownerType type { name } } userErrors { code message } } }`;
  const definition = {
    name: "Year",
    namespace: "stp",
    key: "year",
    ownerType: "CUSTOMER",
    type: "number_integer",
  };
  const created = await running.call(define, { definition });
  expect(created.data.metafieldDefinitionCreate.createdDefinition).toEqual({
    namespace: "stp",
    key: "year",
    ownerType: "CUSTOMER",
    type: { name: "number_integer" },
  });
  expect((await running.call(define, { definition })).data.metafieldDefinitionCreate.userErrors[0].code).toBe(
    "TAKEN",
  );
  expect((await set({ ownerId, namespace: "stp", key: "year", value: "2027" })).userErrors).toEqual([]);
  const untyped = await set({ ownerId, namespace: "stp", key: "untyped", value: "x" });
  expect(untyped.userErrors[0]?.code).toBe("BLANK");

  await set(text("limit", "9500", { namespace: "$app:customer" }));
  const own = await running.call(
    'query Q($id: ID!) { customer(id: $id) { metafield(namespace: "$app:customer", key: "limit") { value namespace } } }',
    { id: ownerId },
  );
  expect(own.data.customer.metafield).toEqual({
    value: "9500",
    namespace: expect.stringMatching(/^app--\d+--customer$/),
  });
});
