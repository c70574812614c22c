import { afterAll, beforeAll, expect, test } from "vitest";
import { insertCustomersInBulk, insertProductsInBulk } from "../../../local-store/data/bulk-insert.ts";
import { type RunningStore, SHOP, START, startStore } from "./support/running-store.ts";

let running: RunningStore;
beforeAll(async () => {
  running = await startStore();
  await insertCustomersInBulk(
    running.store,
    SHOP,
    Array.from({ length: 4_500 }, (_, index) => ({
      first_name: "Bulk",
      last_name: `No ${index}`,
      email: `bulk${index}@example.com`,
      tags: index % 3 === 0 ? ["student", 'odd, "tag" \\ {x}'] : ["staff"],
      created_at: new Date(START),
      credits: index % 1_000 === 0 ? [{ cents: 1_050 + index, at: new Date(START), expiresAt: null }] : [],
      metafields: [
        {
          namespace: "stp",
          key: "school",
          type: "single_line_text_field",
          value: `Line\nbreak\t${index} \\ "q"`,
        },
        { namespace: "profile", key: "year", type: "number_integer", value: String(index) },
      ],
    })),
  );
  await insertProductsInBulk(running.store, SHOP, [
    {
      handle: "shirt",
      title: "Shirt",
      images: [{ source: "https://example.com/a.jpg", alt: "" }],
      variants: [
        { sku: "S", price_cents: 1999 },
        { sku: "M", price_cents: 2000, compare_at_price_cents: 2500 },
      ],
    },
  ]);
});
afterAll(() => running?.close());

const RUN = `mutation Run($query: String!) { bulkOperationRunQuery(query: $query, groupObjects: false) {
  bulkOperation { id status } userErrors { code field message } } }`;
const GET = `query Get($id: ID!) { bulkOperation(id: $id) {
  type status errorCode objectCount rootObjectCount fileSize url completedAt } }`;

interface Line {
  id?: string;
  __parentId?: string;
  [field: string]: unknown;
}

/** Runs a bulk query and reads its lines. */
async function bulk(query: string): Promise<{ operation: Record<string, string>; lines: Line[] }> {
  const { data } = await running.call(RUN, { query });
  expect(data.bulkOperationRunQuery.userErrors).toEqual([]);
  const { id, status } = data.bulkOperationRunQuery.bulkOperation;
  expect(status).toBe("CREATED");
  await running.bulk.idle();
  const operation = (await running.call(GET, { id })).data.bulkOperation;
  expect(operation).toMatchObject({ status: "COMPLETED", errorCode: null });
  if (!operation.url) return { operation, lines: [] };
  const text = await (await fetch(operation.url)).text();
  return {
    operation,
    lines: text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  };
}

test("store credit accounts of customers are separate lines", async () => {
  const { lines } = await bulk(`{ customers { edges { node { id
    storeCreditAccounts { edges { node { id balance { amount currencyCode } } } } } } } }`);
  const accounts = lines.filter(({ balance }) => balance);
  expect(accounts.map(({ balance }) => (balance as { amount: string }).amount)).toEqual([
    "10.5",
    "20.5",
    "30.5",
    "40.5",
    "50.5",
  ]);
  const owners = new Set(lines.filter(({ balance }) => !balance).map(({ id }) => id));
  expect(accounts.every(({ __parentId }) => owners.has(__parentId))).toBe(true);
});

test("customers are lines, and their metafields are lines with __parentId", async () => {
  const { operation, lines } = await bulk(`query Export { customers(query: "tag:student") { edges { node {
    id displayName tags createdAt defaultEmailAddress { emailAddress marketingState }
    amountSpent { amount currencyCode }
    school: metafield(namespace: "stp", key: "school") { value }
    metafields(namespace: "profile") { edges { node { id namespace key value } } } } } } }`);
  expect(operation).toMatchObject({ type: "QUERY", objectCount: "3000", rootObjectCount: "1500" });
  expect(lines).toHaveLength(3_000);
  const [customer, metafield] = lines;
  expect(customer).toEqual({
    id: expect.stringContaining("gid://shopify/Customer/"),
    displayName: "Bulk No 0",
    tags: ["student", 'odd, "tag" \\ {x}'],
    createdAt: "2026-10-05T12:00:00Z",
    defaultEmailAddress: { emailAddress: "bulk0@example.com", marketingState: "NOT_SUBSCRIBED" },
    amountSpent: { amount: "0.0", currencyCode: "USD" },
    school: { value: 'Line\nbreak\t0 \\ "q"' },
  });
  expect(metafield).toEqual({
    id: expect.stringContaining("gid://shopify/Metafield/"),
    namespace: "profile",
    key: "year",
    value: "0",
    __parentId: customer?.id,
  });
  expect(new Set(lines.map((line) => line.id)).size).toBe(3_000);
});

test("a bulk line equals the Admin API's response", async () => {
  const fields =
    "id firstName lastName email tags state numberOfOrders updatedAt defaultPhoneNumber { phoneNumber } note";
  const { lines } = await bulk(
    `{ customers(query: "email:'bulk7@example.com'") { edges { node { ${fields} } } } }`,
  );
  const { data } = await running.call(
    `{ customerByIdentifier(identifier: { emailAddress: "bulk7@example.com" }) { ${fields} } }`,
  );
  expect(lines).toEqual([data.customerByIdentifier]);
});

test("products have variants two levels deep, and an empty result has no file", async () => {
  const { lines } =
    await bulk(`{ products { edges { node { id handle featuredMedia { preview { image { url } } }
    variants { edges { node { id sku price compareAtPrice } } } } } } }`);
  expect(lines).toMatchObject([
    { handle: "shirt", featuredMedia: { preview: { image: { url: "https://example.com/a.jpg" } } } },
    { sku: "S", price: "19.99", compareAtPrice: null, __parentId: lines[0]?.id },
    { sku: "M", price: "20.00", compareAtPrice: "25.00", __parentId: lines[0]?.id },
  ]);
  const empty = await bulk('{ customers(query: "tag:unused") { edges { node { id } } } }');
  expect(empty.operation).toMatchObject({ url: null, objectCount: "0" });
});

test.each([
  ["{ shop { name } }", "at least one connection"],
  ["{ customers { edges { node { metafields { edges { node { id } } } } } } }", "must select the 'id' field"],
  ["{ customers { edges { node { nonsense } } } }", "Cannot query field"],
  ['mutation { customerDelete(input: { id: "1" }) { deletedCustomerId } }', "one query"],
])("%s is refused", async (query, message) => {
  const { data } = await running.call(RUN, { query });
  expect(data.bulkOperationRunQuery).toMatchObject({
    bulkOperation: null,
    userErrors: [{ code: "INVALID" }],
  });
  expect(data.bulkOperationRunQuery.userErrors[0].message).toContain(message);
});

test("unsupported fields and a sixth concurrent operation are refused before the start", async () => {
  const draftOrders = await running.call(RUN, { query: "{ draftOrders { edges { node { id } } } }" });
  expect(draftOrders.errors?.[0]?.extensions?.code).toBe("NOT_IMPLEMENTED");
  const query = "{ customers { edges { node { id metafields { edges { node { id value } } } } } } }";
  const answers = await Promise.all(Array.from({ length: 6 }, () => running.call(RUN, { query })));
  const codes = answers.flatMap(({ data }) =>
    data.bulkOperationRunQuery.userErrors.map((error: { code: string }) => error.code),
  );
  expect(codes).toEqual(["LIMIT_REACHED"]);
  await running.bulk.idle();
});

test("an operation can be canceled only while it is running", async () => {
  const query = "{ customers { edges { node { id metafields { edges { node { id value } } } } } } }";
  const { id } = (await running.call(RUN, { query })).data.bulkOperationRunQuery.bulkOperation;
  const cancel =
    "mutation Cancel($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { status } userErrors { message } } }";
  const first = await running.call(cancel, { id });
  expect(first.data.bulkOperationCancel.userErrors).toEqual([]);
  await running.bulk.idle();
  expect((await running.call(GET, { id })).data.bulkOperation.status).toBe("CANCELED");
  const second = await running.call(cancel, { id });
  expect(second.data.bulkOperationCancel.userErrors[0].message).toContain("cannot be canceled");
});

test("an operation of a crashed process is resumed", async () => {
  await running.store.pool.query(
    `INSERT INTO bulk_operations (shop, api_key, type, status, query, scopes, created_at)
     VALUES ($1, 'engine-test-app', 'QUERY', 'RUNNING', '{ customers { edges { node { id } } } }', '{read_customers}', now())`,
    [SHOP],
  );
  await running.bulk.resume();
  await running.bulk.idle();
  const { data } = await running.call(
    '{ bulkOperations(first: 1, reverse: true, query: "status:completed") { nodes { rootObjectCount } } }',
  );
  expect(data.bulkOperations.nodes).toEqual([{ rootObjectCount: "4500" }]);
});

test("a bulk mutation runs once per uploaded line and returns results by line number", async () => {
  const staged = await running.call(
    `mutation Stage { stagedUploadsCreate(input: [{ resource: BULK_MUTATION_VARIABLES, filename: "set.jsonl",
      mimeType: "text/jsonl", httpMethod: POST }]) { stagedTargets { url resourceUrl parameters { name value } } userErrors { message } } }`,
  );
  const [target] = staged.data.stagedUploadsCreate.stagedTargets;
  const form = new FormData();
  for (const { name, value } of target.parameters) form.append(name, value);
  const lines = ["import1@example.com", "not an address", "import2@example.com"].map((email) =>
    JSON.stringify({ identifier: { email }, input: { email, firstName: "Import" } }),
  );
  form.append("file", new Blob([`${lines.join("\n")}\nno json\n`]), "set.jsonl");
  expect((await fetch(target.url, { method: "POST", body: form })).status).toBe(201);
  const path = target.parameters.find((parameter: { name: string }) => parameter.name === "key").value;

  const run = `mutation Run($mutation: String!, $path: String!) { bulkOperationRunMutation(mutation: $mutation, stagedUploadPath: $path) {
    bulkOperation { id } userErrors { code message } } }`;
  const mutation = `mutation Set($identifier: CustomerSetIdentifiers, $input: CustomerSetInput!) {
    customerSet(identifier: $identifier, input: $input) { customer { firstName } userErrors { code field message } } }`;
  const started = await running.call(run, { mutation, path });
  const { id } = started.data.bulkOperationRunMutation.bulkOperation;
  await running.bulk.idle();
  const { url, status } = (await running.call(GET, { id })).data.bulkOperation;
  expect(status).toBe("COMPLETED");
  const answers = (await (await fetch(url)).text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(answers).toEqual([
    { data: { customerSet: { customer: { firstName: "Import" }, userErrors: [] } }, __lineNumber: 0 },
    {
      data: {
        customerSet: {
          customer: null,
          userErrors: [{ code: "INVALID", field: ["input", "email"], message: "Email is invalid" }],
        },
      },
      __lineNumber: 1,
    },
    { data: { customerSet: { customer: { firstName: "Import" }, userErrors: [] } }, __lineNumber: 2 },
    { errors: [{ message: "The line isn't a JSON object." }], __lineNumber: 3 },
  ]);
  const lost = await running.call(run, { mutation, path: "tmp/none/set.jsonl" });
  expect(lost.data.bulkOperationRunMutation.userErrors[0].code).toBe("NO_SUCH_FILE");
});
