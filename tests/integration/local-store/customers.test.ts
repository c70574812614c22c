import { afterAll, beforeAll, expect, test } from "vitest";
import { createCustomer } from "../../../local-store/data/customers.ts";
import { issueAccessToken } from "../../../local-store/data/shops.ts";
import { API_KEY, type RunningStore, SHOP, startStore } from "./support/running-store.ts";

let running: RunningStore;
beforeAll(async () => {
  running = await startStore();
});
afterAll(() => running?.close());

const CREATE = `mutation CustomerCreate($input: CustomerInput!) {
  customerCreate(input: $input) {
    customer { id state tags createdAt displayName defaultEmailAddress { emailAddress marketingState } }
    userErrors { field message }
  }
}`;
const TAGS_ADD =
  "mutation TagsAdd($id: ID!, $tags: [String!]!) { tagsAdd(id: $id, tags: $tags) { node { id ... on Customer { tags } } userErrors { field message } } }";
const TAGS_REMOVE = TAGS_ADD.replace("TagsAdd", "TagsRemove").replace("tagsAdd", "tagsRemove");

async function create(input: Record<string, unknown>): Promise<string> {
  const { data } = await running.call(CREATE, { input });
  expect(data.customerCreate.userErrors).toEqual([]);
  return data.customerCreate.customer.id;
}

test("a customer isn't created or changed with metafields whose value isn't valid for their type", async () => {
  const type = "single_line_text_field";
  const invalid = [
    { namespace: "stp", key: "school", type, value: "MIT" },
    { namespace: "stp", key: "course", type, value: "two\nlines" },
  ];
  const refusal = [
    { field: ["metafields", "1", "value"], message: "Value must be a single line text string." },
  ];
  const email = "metafields@example.com";
  const created = await running.call(CREATE, { input: { email, metafields: invalid } });
  expect(created.data.customerCreate).toEqual({ customer: null, userErrors: refusal });
  const id = await create({ email, metafields: [invalid[0]] });
  const { data } = await running.call(
    "mutation Update($input: CustomerInput!) { customerUpdate(input: $input) { customer { id } userErrors { field message } } }",
    { input: { id, metafields: invalid } },
  );
  expect(data.customerUpdate).toEqual({ customer: null, userErrors: refusal });
});

test("a customer is created with tags split at commas, and a duplicate email address is refused", async () => {
  const first = await running.call(CREATE, {
    input: { firstName: "Ann", email: "Ann@Example.com", tags: ["b,a", "A"] },
  });
  expect(first.data.customerCreate).toEqual({
    customer: {
      id: expect.stringMatching(/^gid:\/\/shopify\/Customer\/\d{13}$/),
      state: "DISABLED",
      tags: ["a", "b"],
      createdAt: "2026-10-05T12:00:00Z",
      displayName: "Ann",
      defaultEmailAddress: { emailAddress: "ann@example.com", marketingState: "NOT_SUBSCRIBED" },
    },
    userErrors: [],
  });
  const second = await running.call(CREATE, { input: { email: "ann@example.COM" } });
  expect(second.data.customerCreate).toEqual({
    customer: null,
    userErrors: [{ field: ["email"], message: "Email has already been taken" }],
  });
});

test.each([
  [{ email: "no address" }, "Email is invalid"],
  [{ email: "a@b" }, "Email is invalid"],
  [{ firstName: "Ann", phone: "12" }, "Phone is invalid"],
  [{ note: "no contact" }, "A name, phone number, or email address must be present"],
  [{ firstName: "x".repeat(256) }, "First name is too long (maximum is 255 characters)"],
])("%j is refused: %s", async (input, message) => {
  const { data } = await running.call(CREATE, { input });
  expect(data.customerCreate.customer).toBeNull();
  expect(data.customerCreate.userErrors.map((error: { message: string }) => error.message)).toEqual([
    message,
  ]);
});

test("of two concurrent requests with the same email address, one gets a user error", async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => running.call(CREATE, { input: { email: "race@example.com" } })),
  );
  const created = answers.filter(({ data }) => data.customerCreate.customer);
  const refused = answers.filter(
    ({ data }) => data.customerCreate.userErrors[0]?.message === "Email has already been taken",
  );
  expect([created.length, refused.length]).toEqual([1, 5]);
});

test("tags are case-insensitive, keep their first case, and are limited to 250 tags of 255 characters", async () => {
  const id = await create({ firstName: "Tag", email: "tags@example.com", tags: ["Pending"] });
  const added = await running.call(TAGS_ADD, { id, tags: ["pending", "Approved, VIP"] });
  expect(added.data.tagsAdd.node.tags).toEqual(["Approved", "Pending", "VIP"]);
  const removed = await running.call(TAGS_REMOVE, { id, tags: ["PENDING", "never there"] });
  expect(removed.data.tagsRemove).toMatchObject({ node: { tags: ["Approved", "VIP"] }, userErrors: [] });

  const many = await running.call(TAGS_ADD, {
    id,
    tags: Array.from({ length: 249 }, (_, index) => `t${index}`),
  });
  expect(many.data.tagsAdd).toMatchObject({ node: null, userErrors: [{ field: ["tags"] }] });
  const long = await running.call(TAGS_ADD, { id, tags: ["x".repeat(256)] });
  expect(long.data.tagsAdd.userErrors[0].message).toContain("maximum is 255");
  const after = await running.call("query Q($id: ID!) { customer(id: $id) { tags } }", { id });
  expect(after.data.customer.tags).toEqual(["Approved", "VIP"]);
});

test("tagging an unknown customer is a user error, and an invalid id is a top-level error", async () => {
  const missing = await running.call(TAGS_ADD, { id: "gid://shopify/Customer/1", tags: ["a"] });
  expect(missing.data.tagsAdd).toEqual({
    node: null,
    userErrors: [{ field: ["id"], message: "Customer does not exist" }],
  });
  const wrong = await running.call('{ customer(id: "gid://shopify/Product/1") { id } }');
  expect(wrong.errors?.[0]?.extensions?.code).toBe("RESOURCE_NOT_FOUND");
  const broken = await running.call('{ customer(id: "7") { id } }');
  expect(broken.errors?.[0]?.message).toBe("Invalid global id '7'");
});

test("customerSet creates, then updates, by email address", async () => {
  const SET = `mutation Set($identifier: CustomerSetIdentifiers, $input: CustomerSetInput!) {
    customerSet(identifier: $identifier, input: $input) { customer { id firstName } userErrors { code field message } } }`;
  const variables = (firstName: string) => ({
    identifier: { email: "set@example.com" },
    input: { email: "set@example.com", firstName },
  });
  const first = await running.call(SET, variables("One"));
  const second = await running.call(SET, variables("Two"));
  expect(second.data.customerSet.customer).toEqual({ ...first.data.customerSet.customer, firstName: "Two" });
  const mismatch = await running.call(SET, {
    identifier: { email: "set@example.com" },
    input: { email: "other@example.com" },
  });
  expect(mismatch.data.customerSet.userErrors[0].code).toBe("INPUT_MISMATCH");
});

test("consent, update, and delete are applied", async () => {
  const id = await create({ firstName: "Con", email: "con@example.com", phone: "(212) 555-0100" });
  const answer = await running.call(
    "query Q($id: ID!) { customer(id: $id) { defaultPhoneNumber { marketingState smsMarketingConsent { state } } } }",
    { id },
  );
  expect(answer.data.customer.defaultPhoneNumber).toEqual({
    marketingState: "NOT_SUBSCRIBED",
    smsMarketingConsent: { state: "NEVER_SUBSCRIBED" },
  });
  const consent = await running.call(
    `mutation C($id: ID!) {
      email: customerEmailMarketingConsentUpdate(input: { customerId: $id, emailMarketingConsent: { marketingState: SUBSCRIBED } }) {
        customer { defaultEmailAddress { marketingState marketingUpdatedAt } } userErrors { message } }
      sms: customerSmsMarketingConsentUpdate(input: { customerId: $id, smsMarketingConsent: { marketingState: SUBSCRIBED } }) {
        customer { defaultPhoneNumber { phoneNumber smsMarketingConsent { state } } } userErrors { message } }
      update: customerUpdate(input: { id: $id, lastName: "Sent", note: "n" }) { customer { displayName note } userErrors { message } }
    }`,
    { id },
  );
  expect(consent.data).toEqual({
    email: {
      customer: {
        defaultEmailAddress: { marketingState: "SUBSCRIBED", marketingUpdatedAt: "2026-10-05T12:00:00Z" },
      },
      userErrors: [],
    },
    sms: {
      customer: {
        defaultPhoneNumber: { phoneNumber: "+12125550100", smsMarketingConsent: { state: "SUBSCRIBED" } },
      },
      userErrors: [],
    },
    update: { customer: { displayName: "Con Sent", note: "n" }, userErrors: [] },
  });
  const gone = await running.call(
    "mutation D($id: ID!) { customerDelete(input: { id: $id }) { deletedCustomerId userErrors { message } } }",
    { id },
  );
  expect(gone.data.customerDelete).toEqual({ deletedCustomerId: id, userErrors: [] });
  const again = await running.call("query Q($id: ID!) { customer(id: $id) { id } }", { id });
  expect(again.data.customer).toBeNull();
});

test("a field without a resolver is NOT_IMPLEMENTED, a missing scope ACCESS_DENIED, an unknown token 401", async () => {
  const id = await create({ firstName: "No", email: "no@example.com" });
  const missing = await running.call("query Q($id: ID!) { customer(id: $id) { lifetimeDuration } }", { id });
  expect(missing.errors?.[0]?.extensions?.code).toBe("NOT_IMPLEMENTED");
  const root = await running.call("{ articles(first: 1) { nodes { id } } }");
  expect(root.errors?.[0]?.extensions?.code).toBe("NOT_IMPLEMENTED");

  const { token } = await issueAccessToken(running.store, SHOP, {
    apiKey: API_KEY,
    scopes: ["read_customers"],
  });
  const denied = await running.call(TAGS_ADD, { id, tags: ["x"] }, token);
  expect(denied.errors?.[0]).toMatchObject({
    message: "Access denied for tagsAdd field. Required access: `write_customers` access scope.",
    extensions: { code: "ACCESS_DENIED" },
  });
  expect(
    (await running.call("{ products(first: 1) { nodes { id } } }", {}, token)).errors?.[0]?.extensions?.code,
  ).toBe("ACCESS_DENIED");
  const response = await running.post("{}", { "X-Shopify-Access-Token": "shpat_wrong" });
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({
    errors: "[API] Invalid API key or access token (unrecognized login or wrong password)",
  });
});

test("an online token belongs to the administrator and expires", async () => {
  const { token } = await issueAccessToken(running.store, SHOP, {
    apiKey: API_KEY,
    scopes: ["read_customers"],
    staffId: 1,
    lifetimeSeconds: 60,
  });
  const query = "{ currentStaffMember { id name email isShopOwner active } }";
  expect((await running.call(query, {}, token)).data.currentStaffMember).toEqual({
    id: "gid://shopify/StaffMember/1",
    name: "Olivia Owner",
    email: "olivia@engine-test.example",
    isShopOwner: true,
    active: true,
  });
  running.clock.advance(61_000);
  expect((await running.call(query, {}, token)).errors).toContain("Invalid API key");
});

test("the service and the API use the same customer", async () => {
  const { customer } = await createCustomer(running.store, SHOP, {
    firstName: "Ser",
    email: "ser@example.com",
  });
  const { data } = await running.call(
    '{ customerByIdentifier(identifier: { emailAddress: "SER@example.com" }) { legacyResourceId } }',
  );
  expect(data.customerByIdentifier.legacyResourceId).toBe(String(customer?.id));
});
