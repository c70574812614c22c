import { afterAll, beforeAll, expect, test } from "vitest";
import { addTags } from "../../../local-store/data/customers.ts";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { type Calls, check, importFile, inStore, rowsOf, undo, work } from "./support.ts";

let shop: TestShop;
let owner: Calls;
/** An administrator who works on national partners only. */
let partners: Calls;

beforeAll(async () => {
  shop = await openTestShop("import_access");
  owner = await signedInCalls(shop);
  await signedInCalls(shop, "2");
  await grantAccess("2", ["showNational"]);
  partners = await signedInCalls(shop, "2");
});
afterAll(() => shop.close());

const columns = ["Email", "First Name", "CRM ID"];
const NO_ACCESS = expect.stringContaining("You have no access to the person with this email address");

test("a row about a person outside the caller's access is refused without any detail about them", async () => {
  const [student, partner, other] = [
    await registerStudent(shop.localStore, { name: "Secret Student" }),
    await registerStudent(shop.localStore, { name: "Pat Partner", tags: ["np:Acme"] }),
    await registerStudent(shop.localStore, { name: "Noa None", tags: [] }),
  ];
  await refreshMirror([student, partner, other]);
  const rows = ["secret.student", "pat.partner", "noa.none"].map((name) => [
    `${name}@students.example`,
    "Changed",
    "C-1",
  ]);
  const run = await check(partners, { kind: "national", columns, rows });
  const [refused, ...taken] = await rowsOf(partners, run.id);
  expect(refused).toMatchObject({
    verdict: "refused",
    changes: [],
    customerId: null,
    problems: [{ field: "email", sentence: NO_ACCESS }],
  });
  expect(JSON.stringify(refused)).not.toContain("Secret");
  expect(taken.map(({ verdict }) => verdict)).toEqual(["change", "change"]);

  const asOwner = await check(owner, { kind: "national", columns, rows });
  expect(asOwner.counts).toMatchObject({ change: 3, refused: 0 });
});

test("the job checks access to each record again, known before or found only then", async () => {
  const customerId = await registerStudent(shop.localStore, { name: "Kim Known", tags: [] });
  await refreshMirror([customerId]);
  const rows = [
    ["kim.known@students.example", "Changed", "C-1"],
    ["lia.late@students.example", "Changed", "C-2"],
  ];
  const run = await check(partners, { kind: "national", columns, rows });
  await addTags(shop.localStore.store, DEMO, customerId, ["UserType:Student", "Pending"]);
  await registerStudent(shop.localStore, { name: "Lia Late" });
  const { jobId } = await partners.imports.start({ id: run.id });
  const failed = { state: "failed", message: NO_ACCESS };
  expect(await work(jobId)).toMatchObject([failed, failed]);
  expect(await inStore(shop, "kim.known@students.example")).toMatchObject({ first_name: "Kim" });
  expect(JSON.stringify(await rowsOf(partners, run.id))).not.toContain("Lia");
});

test("an undo is refused for people outside the caller's access", async () => {
  const student = await registerStudent(shop.localStore, { name: "Una Undone" });
  await refreshMirror([student]);
  const rows = [["una.undone@students.example", "Changed", "C-1"]];
  const { id } = await importFile(owner, { kind: "national", columns, rows });
  expect(await undo(partners, id)).toMatchObject([{ state: "skipped", message: NO_ACCESS }]);
  expect(await inStore(shop, "una.undone@students.example")).toMatchObject({ first_name: "Changed" });
});

test("when an address moves to another customer after the check, neither is written", async () => {
  const before = await registerStudent(shop.localStore, {
    name: "Old Owner",
    email: "shared@students.example",
  });
  await refreshMirror([before]);
  const run = await check(owner, { columns, rows: [["shared@students.example", "Changed", "C-9"]] });
  await shop.localStore.store.pool.query(
    "UPDATE customers SET email = 'old.owner@students.example', updated_at = now() WHERE id = $1",
    [before],
  );
  await registerStudent(shop.localStore, { name: "New Owner", email: "shared@students.example" });
  const { jobId } = await owner.imports.start({ id: run.id });
  expect(await work(jobId)).toMatchObject([
    { state: "failed", message: expect.stringContaining("has changed it since the check") },
  ]);
  expect(await inStore(shop, "old.owner@students.example")).toMatchObject({ first_name: "Old" });
  expect(await inStore(shop, "shared@students.example")).toMatchObject({ first_name: "New" });
});

test("a person's rows are erased, however their address is written in its cell", async () => {
  const rows = [["Flo.Spaced @students.example", "Flo", "C-5"]];
  const run = await check(owner, { columns, rows });
  const { redactCustomer } = await import("../../support/erasure.ts");
  await redactCustomer(DEMO, { id: 1, email: "flo.spaced@Students.example" });
  expect(await rowsOf(owner, run.id)).toEqual([]);
});

const TAGGED = ["Email", "School", "Tags"];

test.each(["vip, Approved", "UserType:Staff", "np:Acme", "discount_limit: 9"])(
  "the tags %s are set by columns of their own, and refused, new person or known",
  async (tags) => {
    const name = `Rae ${tags.replaceAll(/\W+/g, "x")}`;
    const customerId = await registerStudent(shop.localStore, { name });
    await refreshMirror([customerId]);
    const rows = [
      ["rita.new@students.example", "", tags],
      [`${name.replace(" ", ".").toLowerCase()}@students.example`, "", tags],
    ];
    const run = await check(owner, { columns: TAGGED, rows });
    expect(await rowsOf(owner, run.id)).toMatchObject([
      {
        verdict: "refused",
        problems: [{ field: "tags", sentence: expect.stringContaining("a decision") }],
      },
      {
        verdict: "refused",
        problems: [{ field: "tags", sentence: expect.stringContaining("a decision") }],
      },
    ]);
  },
);

test("an export can be imported again: status tags that match the customer's status change nothing", async () => {
  const customerId = await registerStudent(shop.localStore, { name: "Ray Return", school: "Northside" });
  await refreshMirror([customerId]);
  const row = (tags: string) => [["ray.return@students.example", "Southside", tags]];
  const run = await check(owner, { columns: TAGGED, rows: row("usertype:student, Pending, vip") });
  expect(await rowsOf(owner, run.id)).toMatchObject([
    { verdict: "change", problems: [], changes: [{ field: "school" }, { field: "tags", after: "vip" }] },
  ]);
  // Decided since the export: the file doesn't undo the decision.
  await owner.customers.changeStatus({
    ids: { id: `gid://shopify/Customer/${customerId}` },
    removeTag: "Pending",
    addTag: "Approved",
  });
  const { jobId } = await owner.imports.start({ id: run.id });
  expect(await work(jobId)).toMatchObject([{ state: "done" }]);
  const customer = await inStore(shop, "ray.return@students.example");
  expect(customer?.tags.toSorted()).toEqual(["Approved", "UserType:Student", "vip"]);
});
