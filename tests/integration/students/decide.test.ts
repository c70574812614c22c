import { afterAll, beforeAll, expect, test } from "vitest";
import { addTags, deleteCustomer, removeTags, updateCustomer } from "../../../local-store/data/customers.ts";
import { findCustomer } from "../../../local-store/data/find-customers.ts";
import { activity } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { hearMessages } from "../../support/postgres.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("decide");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

const gid = (id: number) => `gid://shopify/Customer/${id}`;
const tagsOf = async (id: number) => (await findCustomer(shop.localStore.store.pool, DEMO, id))?.tags ?? [];
const namesIn = async (status: "pending" | "approved" | "disabled") => {
  const page = await calls.students.list({ params: { status } });
  return page.rows.map((row) => row.displayName);
};
const approve = (id: number, operationId?: string) =>
  calls.customers.changeStatus({
    ids: { id: gid(id) },
    removeTag: "Pending",
    addTag: "Approved",
    operationId,
  });

test("an approved student has the new tag in the store, and is listed under Approved before any webhook", async () => {
  const id = await registerStudent(shop.localStore, { name: "Ann Approved" });
  await refreshMirror([id]);
  expect(await namesIn("pending")).toContain("Ann Approved");

  const answer = await approve(id);

  expect(answer).toMatchObject({ customer: { id: gid(id) }, status: "Approved", alreadyDone: false });
  expect(await tagsOf(id)).toEqual(expect.arrayContaining(["Approved", "UserType:Student"]));
  expect(await tagsOf(id)).not.toContain("Pending");
  expect(await namesIn("pending")).not.toContain("Ann Approved");
  expect(await namesIn("approved")).toContain("Ann Approved");
  expect(await activity()).toMatchObject([
    {
      action: "registration.decided",
      who: { name: "Olivia Owner" },
      subject: { id: String(id) },
      before: { Status: "Pending" },
      after: { Status: "Approved" },
    },
  ]);
});

test("the same operation twice has one effect, and another decision under its id is refused", async () => {
  const id = await registerStudent(shop.localStore, { name: "Otto Once" });
  await refreshMirror([id]);
  const before = (await activity()).length;
  const first = await approve(id, "operation-otto-1");
  const second = await approve(id, "operation-otto-1");
  expect(second).toEqual({ ...first, alreadyDone: true });
  expect((await activity()).length).toBe(before + 1);
  await expect(
    calls.customers.changeStatus({
      ids: { id: gid(id) },
      removeTag: "Approved",
      addTag: "Disabled",
      operationId: "operation-otto-1",
    }),
  ).rejects.toMatchObject({ status: 409 });
});

test("when Shopify fails, nothing is applied, and the person stays in the list and can be decided on", async () => {
  const id = await registerStudent(shop.localStore, { name: "Ann Again" });
  await refreshMirror([id]);
  const { faults } = shop.localStore.store;
  faults.set(DEMO, { serverError: 1 });
  try {
    await expect(approve(id)).rejects.toMatchObject({
      status: 502,
      message: "Shopify didn't answer as it should. Nothing is lost; try again in a minute.",
    });
  } finally {
    faults.reset(DEMO);
  }
  expect(await tagsOf(id)).toEqual(["Pending", "UserType:Student"]);
  expect(await namesIn("pending")).toContain("Ann Again");
  await approve(id);
  expect((await tagsOf(id)).toSorted()).toEqual(["Approved", "UserType:Student"]);
});

test("an operation that was done and then undone isn't reported as done again", async () => {
  const id = await registerStudent(shop.localStore, { name: "Rhea Repeated" });
  await refreshMirror([id]);
  const { decisionId } = await approve(id, "operation-rhea-1");
  await calls.customers.undoDecision({ id: decisionId });

  await expect(approve(id, "operation-rhea-1")).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("undone or replaced. Rhea Repeated is Pending now."),
  });

  await expect(approve(id, "operation-rhea-2")).resolves.toMatchObject({ alreadyDone: false });
  expect(await namesIn("approved")).toContain("Rhea Repeated");
});

test("a registration that was decided on is refused with who decided", async () => {
  const id = await registerStudent(shop.localStore, { name: "Didi Decided" });
  await refreshMirror([id]);
  await approve(id);
  await expect(approve(id)).rejects.toMatchObject({
    status: 409,
    message:
      "Didi Decided is now Approved, not Pending. Olivia Owner decided on this registration. The list has been updated.",
  });
});

test("a person who was decided on elsewhere is 409, and the list is refreshed", async () => {
  const id = await registerStudent(shop.localStore, { name: "Eve Elsewhere" });
  await refreshMirror([id]);
  await addTags(shop.localStore.store, DEMO, id, ["Disabled"]);
  await removeTags(shop.localStore.store, DEMO, id, ["Pending"]);

  await expect(approve(id)).rejects.toMatchObject({
    status: 409,
    message: "Eve Elsewhere is now Rejected, not Pending. The list has been updated.",
  });

  expect(await namesIn("disabled")).toContain("Eve Elsewhere");
  expect(await tagsOf(id)).not.toContain("Approved");
});

test.each([
  ["a tag outside the allow-list", "Pending", "VIP", 400, /"VIP" can't be added/],
  ["a transition that does not exist", "Approved", "Pending", 400, /can't go from Approved to Pending/],
  [
    "removing a tag that isn't a status",
    "UserType:Student",
    "Approved",
    400,
    /"UserType:Student" can't be removed/,
  ],
])("%s is refused and nothing is changed", async (_what, removeTag, addTag, status, message) => {
  const id = await registerStudent(shop.localStore, { name: `Rita ${addTag} ${removeTag}` });
  await expect(
    calls.customers.changeStatus({ ids: { id: gid(id) }, removeTag, addTag }),
  ).rejects.toMatchObject({
    status,
    message: expect.stringMatching(message),
  });
  expect(await tagsOf(id)).toEqual(["Pending", "UserType:Student"]);
});

test("an unknown customer is 404, and an invalid id is 400", async () => {
  await expect(approve(999_999_999)).rejects.toMatchObject({ status: 404 });
  await expect(
    calls.customers.changeStatus({
      ids: { id: "Robert'); DROP TABLE" },
      removeTag: "Pending",
      addTag: "Approved",
    }),
  ).rejects.toMatchObject({ status: 400 });
});

test("a customer who isn't a student can't be decided on", async () => {
  const id = await registerStudent(shop.localStore, { name: "Paul Plain", tags: ["Pending"] });
  await expect(approve(id)).rejects.toMatchObject({ status: 404 });
  expect(await tagsOf(id)).toEqual(["Pending"]);
});

test("a decision can be undone once, unless another one followed", async () => {
  const id = await registerStudent(shop.localStore, { name: "Uma Undone" });
  await refreshMirror([id]);
  const { decisionId } = await approve(id);
  const undone = await calls.customers.undoDecision({ id: decisionId, operationId: "undo-uma-1" });
  expect(undone.status).toBe("Pending");
  expect(await tagsOf(id)).toContain("Pending");
  expect(await namesIn("pending")).toContain("Uma Undone");
  // A click that was sent twice.
  await expect(calls.customers.undoDecision({ id: decisionId, operationId: "undo-uma-1" })).resolves.toEqual(
    undone,
  );
  await expect(
    calls.customers.undoDecision({ id: decisionId, operationId: "undo-uma-2" }),
  ).rejects.toMatchObject({ status: 409 });
});

test("a decision can't be undone after a later decision", async () => {
  const id = await registerStudent(shop.localStore, { name: "Nils Newer" });
  const { decisionId } = await approve(id);
  await calls.customers.changeStatus({ ids: { id: gid(id) }, removeTag: "Approved", addTag: "Disabled" });
  await expect(calls.customers.undoDecision({ id: decisionId })).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("Olivia Owner has decided on this customer since"),
  });
  expect(await tagsOf(id)).toContain("Disabled");
});

test("eight concurrent decisions on one student make one decision", async () => {
  const id = await registerStudent(shop.localStore, { name: "Rae Race" });
  await refreshMirror([id]);
  const before = (await activity()).length;
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => approve(id)));
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason.status] : []));
  expect(new Set(refused)).toEqual(new Set([409]));
  expect((await activity()).length).toBe(before + 1);
});

test("a person with two status tags keeps only the new one, and an undo restores only the old one", async () => {
  const id = await registerStudent(shop.localStore, {
    name: "Ted Two",
    tags: ["UserType:Student", "pending", "Disabled", "VIP"],
  });
  await refreshMirror([id]);

  const { decisionId } = await approve(id);
  expect((await tagsOf(id)).toSorted()).toEqual(["Approved", "UserType:Student", "VIP"]);
  expect(await namesIn("approved")).toContain("Ted Two");

  await calls.customers.undoDecision({ id: decisionId });
  expect((await tagsOf(id)).toSorted()).toEqual(["Pending", "UserType:Student", "VIP"]);
});

test("an edit in the store just before a decision reaches the mirror", async () => {
  const id = await registerStudent(shop.localStore, { name: "Nora Oldname" });
  await refreshMirror([id]);
  await updateCustomer(shop.localStore.store, DEMO, id, { lastName: "Newname" });

  await approve(id);

  expect(await namesIn("approved")).toContain("Nora Newname");
});

test("a decision costs as few points as its changes alone", async () => {
  const id = await registerStudent(shop.localStore, { name: "Cora Cost" });
  const { customerStatusChange, customerTags, MIRRORED_METAFIELDS } = await import(
    "~/connectors/shopify/operations/customers"
  );
  const { offlineAccessToken } = await import("~/connectors/shopify/access-token.server");
  const token = await offlineAccessToken(DEMO);
  const pointsOf = async ({ text }: { text: string }, variables: object) => {
    const response = await fetch(`https://${DEMO}/admin/api/2026-10/graphql.json`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-shopify-access-token": token },
      body: JSON.stringify({ query: text, variables }),
    });
    return (await response.json()).extensions.cost.requestedQueryCost;
  };
  expect(await pointsOf(customerTags, { id: gid(id) })).toBe(1);
  const change = { id: gid(id), add: ["Approved"], remove: ["Pending"], keys: MIRRORED_METAFIELDS };
  expect(await pointsOf(customerStatusChange, change)).toBe(20);
});

test("a decision that finds a stale mirror publishes the change to open pages", async () => {
  const [moved, gone] = [
    await registerStudent(shop.localStore, { name: "Max Moved" }),
    await registerStudent(shop.localStore, { name: "Gus Gone" }),
  ];
  await refreshMirror([moved, gone]);
  const heard = await hearMessages();
  await addTags(shop.localStore.store, DEMO, moved, ["Approved"]);
  await removeTags(shop.localStore.store, DEMO, moved, ["Pending"]);
  await deleteCustomer(shop.localStore.store, DEMO, gone);

  await expect(approve(moved)).rejects.toMatchObject({ status: 409 });
  await expect(approve(gone)).rejects.toMatchObject({ status: 404 });

  for (const id of [moved, gone])
    await expect
      .poll(() => heard)
      .toContainEqual(expect.stringMatching(new RegExp(`"students".*"${gid(id)}"`)));
});

test.each(["gid://shopify/Order/5", "gid://shopify/Customer/x", "foo/gid://shopify/Order/5", "5/", ""])(
  "%j is not a customer's id",
  async (id) => {
    await expect(
      calls.customers.changeStatus({ ids: { id }, removeTag: "Pending", addTag: "Approved" }),
    ).rejects.toMatchObject({ status: 400 });
  },
);

test.each(["NUMBER", "gid://shopify/Customer/NUMBER", "/customers/NUMBER"])(
  "%s is a customer's id",
  async (form) => {
    const number = await registerStudent(shop.localStore, { name: `Ida ${form.length}` });
    const id = form.replace("NUMBER", String(number));
    const answer = await calls.customers.changeStatus({
      ids: { id },
      removeTag: "Pending",
      addTag: "Approved",
    });
    expect(answer.customer.id).toBe(gid(number));
  },
);
