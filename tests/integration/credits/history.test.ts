import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grantAccess } from "../../support/calls.ts";
import { saveLimit } from "../../support/safeguards.ts";
import { type Credits, openCredits } from "./support.ts";

let credits: Credits;
beforeAll(async () => {
  credits = await openCredits("credits_history");
});
afterAll(() => credits.close());

const historyOf = (id: number | string, by = credits.calls) =>
  by.activity.ofSubject({ subjectType: "customer", subjectId: String(id) });

/** What a history shows: no part of it may be an id. */
async function shownTo(id: number | string): Promise<string[]> {
  const { rows } = await historyOf(id);
  const lines = rows.map(({ who, what, subject, changes }) =>
    [who.name, what, subject.name, ...changes.map(({ field, after }) => `${field}: ${after}`)].join(" | "),
  );
  for (const line of lines) expect(line).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|\d{10,}/);
  return lines;
}

test("a person's history has what was done to a group of customers", async () => {
  const issue = { ids: "1,2,3", amount: "7.00", reference: "For all three" };
  await credits.calls.credits.issueCredits({ headers: {}, body: issue });
  const line = expect.stringMatching(
    /\| Issued credit \| Several customers \| Amount: \$7\.00 \| Customers: 3 \| Reference: For all three$/,
  );
  for (const id of [1, 2, 3]) expect(await shownTo(id)).toEqual([line]);
  expect(await shownTo(4)).toEqual([]);
  expect((await historyOf(1)).name).toBe("Customer 1");
  // Without the flag of credits, the history has nothing about them.
  await grantAccess("3", ["showStudents"]);
  const { signedInCalls } = await import("../../support/calls.ts");
  expect((await historyOf(1, await signedInCalls(credits.shop, "3"))).rows).toEqual([]);
  await grantAccess("3", ["showCredits"]);
});

test("a person's history has requests for a group that waited for approval", async () => {
  await credits.owner.credits.saveApprovalLimit({ amount: "10" });
  const issue = { ids: "5,6", amount: "9.00", reference: "Above" };
  await credits.calls.credits.issueCredits({ headers: {}, body: issue });
  const { list } = await credits.owner.credits.approvals({});
  await credits.owner.credits.approve({ id: list[0]?.id ?? "" });
  await saveLimit(credits.owner.credits.saveApprovalLimit({ amount: null }));
  for (const id of [5, 6])
    expect(await shownTo(id)).toEqual([
      expect.stringMatching(
        /\| Approved a credit request \| Several customers \| Amount: \$9.00 .* Customers: 2/,
      ),
      expect.stringMatching(/\| Requested approval for credit \| Several customers .* Customers: 2/),
    ]);
});

test("a reversal shows its amount", async () => {
  const id = await credits.given(7, "12.00");
  await credits.calls.credits.reverse({ params: { id }, headers: {}, body: { reason: "A mistake" } });
  expect(await shownTo(7)).toEqual([
    expect.stringMatching(
      /\| Reversed a credit transaction \| Customer 7 \| Amount: -\$12\.00 \| Reference: A mistake$/,
    ),
    expect.stringContaining("| Issued credit | Customer 7"),
  ]);
});

test("a person's history has the import that posted to them", async () => {
  const { imports } = credits.calls;
  const emails = ["person8@x.example", "person9@x.example"];
  for (const email of emails)
    await credits.calls.credits.addCustomer({ headers: {}, body: { email, amount: "0", reference: "New" } });
  const { run } = await imports.open({
    kind: "credits",
    fileName: "march.csv",
    sha256: createHash("sha256").update("history").digest("hex"),
    columns: ["Email", "Credit", "Reference"],
    rowCount: 2,
  });
  await imports.decide({ id: run.id, mapping: ["email", "credit", "reference"], blanks: "keep" });
  await imports.send({
    id: run.id,
    rows: emails.map((email, index) => ({ number: index + 2, cells: [email, "6", "March"] })),
  });
  await imports.finish({ id: run.id });
  await imports.start({ id: run.id });
  const posted = new Set(
    (await credits.postingsOf("March")).map(({ shopifyCustomerId }) => shopifyCustomerId),
  );
  expect(posted.size).toBe(2);
  for (const id of posted)
    expect((await shownTo(id))[0]).toMatch(
      /\| Imported a file \| Import 2 .* from march\.csv \| File: march\.csv/,
    );
});
