import { afterAll, beforeAll, expect, test } from "vitest";
import { dataOf } from "./support/catalog-store.ts";
import { type RunningStore, startStore } from "./support/running-store.ts";

let running: RunningStore;
beforeAll(async () => {
  running = await startStore();
});
afterAll(() => running?.close());

const call = (query: string, variables?: Record<string, unknown>) => dataOf(running, query, variables);

test("metaobjects are defined, upserted by handle, listed, and deleted", async () => {
  const define = `mutation D($definition: MetaobjectDefinitionCreateInput!) { metaobjectDefinitionCreate(definition: $definition) {
    metaobjectDefinition { id type } userErrors { code field } } }`;
  const definition = {
    type: "$app:partner",
    name: "Partner",
    displayNameKey: "name",
    fieldDefinitions: [
      { key: "name", type: "single_line_text_field", required: true },
      { key: "level", type: "number_integer" },
    ],
  };
  expect((await call(define, { definition })).metaobjectDefinitionCreate.userErrors).toEqual([]);
  expect((await call(define, { definition })).metaobjectDefinitionCreate.userErrors).toMatchObject([
    { code: "TAKEN" },
  ]);
  const upsert = `mutation U($handle: MetaobjectHandleInput!, $metaobject: MetaobjectUpsertInput!) {
    metaobjectUpsert(handle: $handle, metaobject: $metaobject) { metaobject { id handle } userErrors { code elementKey field } } }`;
  const put = async (handle: string, ...fields: Array<{ key: string; value: string }>) =>
    (await call(upsert, { handle: { type: "$app:partner", handle }, metaobject: { fields } }))
      .metaobjectUpsert;
  const { metaobject } = await put("acme", { key: "name", value: "Acme" });
  await put("zeta", { key: "name", value: "Zeta" });
  expect((await put("acme", { key: "level", value: "2" })).metaobject.id).toBe(metaobject.id);
  expect((await put("none", { key: "level", value: "many" })).userErrors).toEqual([
    { code: "INVALID_VALUE", elementKey: "level", field: ["metaobject", "fields", "0"] },
    { code: "OBJECT_FIELD_REQUIRED", elementKey: "name", field: ["metaobject"] },
  ]);
  const list = `query M($query: String) { metaobjects(type: "$app:partner", first: 10, query: $query, sortKey: "display_name", reverse: true) {
    nodes { handle displayName fields { key value } } pageInfo { hasNextPage } } }`;
  expect((await call(list)).metaobjects.nodes).toEqual([
    {
      handle: "zeta",
      displayName: "Zeta",
      fields: [
        { key: "name", value: "Zeta" },
        { key: "level", value: null },
      ],
    },
    {
      handle: "acme",
      displayName: "Acme",
      fields: [
        { key: "name", value: "Acme" },
        { key: "level", value: "2" },
      ],
    },
  ]);
  expect((await call(list, { query: "fields.name:Acme" })).metaobjects.nodes).toHaveLength(1);
  const remove = "mutation R($id: ID!) { metaobjectDelete(id: $id) { deletedId userErrors { code } } }";
  expect((await call(remove, { id: metaobject.id })).metaobjectDelete).toEqual({
    deletedId: metaobject.id,
    userErrors: [],
  });
  expect((await call(remove, { id: metaobject.id })).metaobjectDelete.userErrors).toEqual([
    { code: "RECORD_NOT_FOUND" },
  ]);
});
