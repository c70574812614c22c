import { afterAll, beforeAll, expect, test } from "vitest";
import { effectText } from "~/core/imports/messages";
import { INVITATION_IMPORTS } from "~/domain/invitations/imports/import";
import { signedInCalls } from "../../support/calls.ts";
import { forgetOutcomes } from "../../support/jobs.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { refusalOf } from "../console/two-shops.ts";
import { register } from "../events/support.ts";
import { invitationNow, invitedAnHourAgo, invitePartner } from "../invitations/support.ts";
import { arrivedAt, blockAddress } from "../mail/support.ts";
import { type Calls, check, rowsOf, runImport, send, sha256, undo, work } from "./support.ts";

let shop: TestShop;
let calls: Calls;
beforeAll(async () => {
  shop = await openTestShop("importinvitations");
  calls = await signedInCalls(shop, "1", DEMO);
  await signedInCalls(shop, "1", SECOND);
});
afterAll(() => shop.close());

const columns = ["First Name", "Last Name", "Email", "Tags"];
const query = async (text: string, values: unknown[] = []) =>
  (await import("~/platform/db/pool.server")).database().query(text, values);

test("rows are checked against invited, registered and blocked addresses, then each person is invited", async () => {
  await invitePartner("justnow@import.example");
  const registered = await invitePartner("registered@import.example");
  const before = await invitePartner("before@import.example");
  await register(registered.id);
  await invitedAnHourAgo(before.id);
  await blockAddress("stopped@import.example");
  // This address in the other shop is another person.
  await invitePartner("new@import.example", { shop: SECOND });
  const person = (email: string, first = "Ana") => [first, "Martin", email, "Berlin, VIP"];
  const file = {
    kind: "invitations-partner",
    columns,
    rows: [
      person("new@import.example"),
      person("before@import.example"),
      person("justnow@import.example"),
      person("registered@import.example"),
      person("stopped@import.example"),
      person("nonsense"),
      person("a@import.example, b@import.example"),
      person("a@import.example;Bcc:b@import.example"),
      person("nameless@import.example", ""),
      person("NEW@import.example"),
    ],
  };
  const run = await check(calls, file);
  const rows = await rowsOf(calls, run.id);
  expect(rows.map(({ verdict }) => verdict)).toEqual([
    "create",
    "change",
    "unchanged",
    "unchanged",
    ...Array(5).fill("refused"),
    "duplicate",
  ]);
  const problemTexts = rows.map(({ problems }) => problems.map(({ sentence }) => sentence).join(" "));
  expect(problemTexts[2]).toMatch(/was invited .* ago\. Wait/);
  expect(problemTexts[3]).toContain("has already registered");
  expect(problemTexts[4]).toContain("Nothing is sent to this address");
  expect(problemTexts[8]).toContain("First Name is missing");
  expect(rows[1]?.changes).toMatchObject([
    { before: expect.stringContaining("Invited"), after: "Invited again" },
  ]);

  const items = await runImport(calls, run.id);
  expect(items.map(({ state, message }) => [state, message])).toEqual(
    Array(2).fill(["done", "Invited: the mail server accepted the email."]),
  );
  const [mail, ...more] = await arrivedAt(shop, "new@import.example");
  expect(mail?.email.to).toMatchObject([{ address: "new@import.example", name: "Ana Martin" }]);
  expect(more).toEqual([]);
  expect(await arrivedAt(shop, "b@import.example")).toEqual([]);
  const { rows: invited } = await calls.partnerusers.invited({ body: { searchValue: "new@import.example" } });
  expect(invited).toMatchObject([{ state: "sent", tags: ["Partner", "Berlin", "VIP"] }]);

  const undone = await undo(calls, run.id);
  expect(undone.map(({ state, message }) => [state, message])).toEqual([
    ["done", "The invitation was removed."],
    ["skipped", "They had been invited before, and stay so."],
  ]);
});

test("the check leaves out people who declined, as the import does", async () => {
  for (const email of ["declined@import.example", "again@import.example"]) await invitePartner(email);
  await query(
    `UPDATE invitations SET last_invited_at = now() - interval '1 hour',
            state = CASE WHEN email LIKE 'declined@%' THEN 'declined' ELSE state END WHERE email ~ '^(declined|again)@import'`,
  );
  const rows = ["declined", "again"].map((name) => ["Ana", "Martin", `${name}@import.example`, ""]);
  const run = await check(calls, { kind: "invitations-partner", columns, rows });
  const [declined, again] = await rowsOf(calls, run.id);
  expect([declined?.verdict, again?.verdict]).toEqual(["unchanged", "change"]);
  expect(declined?.problems[0]?.sentence).toMatch(/^declined@import.example has declined this invitation/);
  expect(effectText(run, INVITATION_IMPORTS.partner)).toContain(
    "1 row left out: registered, declined, on the waiting list, or invited a moment ago.",
  );
});

test("a person who was invited between check and import stays invited after an undo", async () => {
  const email = "between@import.example";
  const file = {
    kind: "invitations-partner",
    columns,
    name: "between.csv",
    rows: [["Ana", "Martin", email, ""]],
  };
  const run = await check(calls, file);
  expect((await rowsOf(calls, run.id))[0]?.verdict).toBe("create");
  const { id } = await invitePartner(email);
  await invitedAnHourAgo(id);
  await runImport(calls, run.id);
  expect((await undo(calls, run.id)).map(({ message }) => message)).toEqual([
    "They had been invited before, and stay so.",
  ]);
  const { rows } = await calls.partnerusers.invited({ body: { searchValue: email } });
  expect(rows).toMatchObject([{ id, state: "sent", mails: 2 }]);
});

test("an undo removes a person again who had been deleted before the import", async () => {
  const email = "deleted-before@import.example";
  const { id } = await invitePartner(email);
  await calls.partnerusers.revoke({ id });
  await invitedAnHourAgo(id);
  const rows = [["Ana", "Martin", email, ""]];
  const run = await check(calls, { kind: "invitations-partner", columns, name: "deleted.csv", rows });
  await runImport(calls, run.id);
  expect((await undo(calls, run.id)).map(({ message }) => message)).toEqual(["The invitation was removed."]);
  expect(await invitationNow(id)).toMatchObject({ state: "revoked", mail_count: 2 });
});

test("an undo leaves invitations that were changed or sent again since the import, and a deleted one counts as undone", async () => {
  const names = ["edited", "deleted", "again", "same", "invited-before-and-deleted"];
  const emails = names.map((name) => `${name}-since@import.example`);
  const { id: invitedBefore } = await invitePartner(emails[4] ?? "");
  await invitedAnHourAgo(invitedBefore);
  const run = await check(calls, {
    kind: "invitations-partner",
    columns,
    name: "since.csv",
    rows: emails.map((email) => ["Ana", "Martin", email, ""]),
  });
  await runImport(calls, run.id);
  const { rows: invited } = await calls.partnerusers.invited({
    body: { searchValue: "-since@import.example" },
  });
  await invitedAnHourAgo(...invited.map(({ id }) => id));
  const idOf = (index: number) => invited.find(({ email }) => email === emails[index])?.id ?? "";
  const edited = { id: idOf(0), first_name: "Anna", last_name: "Martin", email: emails[0] ?? "" };
  await calls.partnerusers.save({ excelData: [edited] });
  await calls.partnerusers.revoke({ id: idOf(1) });
  await calls.partnerusers.reinvite({ id: idOf(2) });
  await calls.partnerusers.revoke({ id: invitedBefore });

  const changed = "The invitation was changed, used or sent again since, so it stays.";
  const deleted = "This invitation no longer exists.";
  const { jobId } = await calls.imports.undo({ id: run.id });
  expect((await work(jobId)).map(({ state, message }) => [state, message])).toEqual([
    ["skipped", changed],
    ["done", deleted],
    ["skipped", changed],
    ["done", "The invitation was removed."],
    ["done", deleted],
  ]);
  const { rows } = await query("SELECT outcome FROM import_rows WHERE run_id = $1 ORDER BY number", [run.id]);
  expect(rows.map(({ outcome }) => outcome)).toEqual(["written", "undone", "written", "undone", "undone"]);

  // As after a crash before their outcomes were recorded.
  await forgetOutcomes(jobId);
  expect((await work(jobId)).map(({ state, message }) => [state, message])).toEqual([
    ["skipped", changed],
    ["done", deleted],
    ["skipped", changed],
    ["done", deleted],
    ["done", deleted],
  ]);
});

test("MTD users are invited where the shop's switch is on, and nowhere else", async () => {
  const file = {
    kind: "invitations-retiree",
    columns: [...columns, "MTD Users"],
    rows: [["Ana", "Martin", "mtd@import.example", "", "Yes"]],
  };
  const refused = await check(calls, file);
  expect((await rowsOf(calls, refused.id))[0]).toMatchObject({
    verdict: "refused",
    problems: [{ sentence: "The shop's switch “MTD Users” is off." }],
  });
  await calls.settings.change({ switches: { mtdUsers: true } });
  const run = await check(calls, { ...file, name: "again.csv" });
  await runImport(calls, run.id);
  const { rows } = await calls.retireeusers.invited({ body: { searchValue: "mtd@import.example" } });
  expect(rows).toMatchObject([{ isMtd: true }]);
});

test("MTD Users beside the file upload applies to rows without their own value, while the switch is on", async () => {
  const begin = (kind: string, defaults: Record<string, "1">, withColumn = false) =>
    calls.imports.open({
      kind,
      fileName: "ticked.csv",
      sha256: sha256(`${kind} ${JSON.stringify(defaults)} ${withColumn}`),
      columns: withColumn ? [...columns, "MTD Users"] : columns,
      rowCount: withColumn ? 3 : 1,
      defaults,
    });
  const ticked = { mtd_check_box: "1" } as const;
  for (const [kind, defaults] of [
    ["invitations-partner", ticked],
    ["invitations-retiree", { email: "1" }],
  ] as const)
    expect(await refusalOf(begin(kind, defaults))).toMatchObject({
      status: 400,
      message: expect.stringContaining("can't be set for all rows"),
    });

  await calls.settings.change({ switches: { mtdUsers: false } });
  const off = await begin("invitations-retiree", ticked);
  await calls.imports.decide({ id: off.run.id, mapping: off.suggested, blanks: "keep" });
  await send(calls, off.run.id, [["Ana", "Martin", "off@import.example", ""]]);
  await calls.imports.finish({ id: off.run.id });
  expect((await rowsOf(calls, off.run.id))[0]).toMatchObject({
    verdict: "refused",
    problems: [{ sentence: "The shop's switch “MTD Users” is off." }],
  });

  await calls.settings.change({ switches: { mtdUsers: true } });
  const { run, suggested } = await begin("invitations-retiree", ticked, true);
  expect(run.defaults).toEqual(ticked);
  await calls.imports.decide({ id: run.id, mapping: suggested, blanks: "keep" });
  const rows = [
    ["silent", ""],
    ["yes", "Yes"],
    ["no", "No"],
  ];
  await send(
    calls,
    run.id,
    rows.map(([name, mtd]) => ["Ana", "Martin", `ticked.${name}@import.example`, "", mtd ?? ""]),
  );
  await calls.imports.finish({ id: run.id });
  await runImport(calls, run.id);
  const { rows: invited } = await calls.retireeusers.invited({ body: { searchValue: "ticked." } });
  expect(new Map(invited.map(({ email, isMtd }) => [email, isMtd]))).toEqual(
    new Map([
      ["ticked.no@import.example", false],
      ["ticked.silent@import.example", true],
      ["ticked.yes@import.example", true],
    ]),
  );
});

test.each(["invitations-partner", "invitations-retiree", "invitations-invite", "invitations-toolconnect"])(
  "%s: a tag that a decision gives, or that is a field, refuses its row",
  async (kind) => {
    const tags = ["vip, Approved", "UserType:Student", "np:Acme", "discount_limit:9", "event:3", "vip"];
    const run = await check(calls, {
      kind,
      name: `${kind}.csv`,
      columns,
      rows: tags.map((tag, n) => ["Ana", "Martin", `tag${n}.${kind}@import.example`, tag]),
    });
    expect(
      (await rowsOf(calls, run.id)).map(({ verdict, problems }) => [verdict, problems[0]?.field]),
    ).toEqual([...Array(5).fill(["refused", "tags"]), ["create", undefined]]);
  },
);

test("user types are found by name or id, and an unknown type refuses its row", async () => {
  await query(
    "INSERT INTO user_types (shop, id, name, tags, operation_id) VALUES ($1, 7, 'Dealer', 'dealer', 'op'), ($2, 8, 'Foreign', '', 'op')",
    [DEMO, SECOND],
  );
  const run = await check(calls, {
    kind: "invitations-usertype",
    columns: ["first_name", "last_name", "email", "user_type", "tags"],
    rows: ["dealer", "7", "Foreign", ""].map((type, n) => [
      "Ana",
      "Martin",
      `t${n}@import.example`,
      type,
      "",
    ]),
  });
  const rows = await rowsOf(calls, run.id);
  expect(rows.map(({ verdict }) => verdict)).toEqual(["create", "create", "refused", "refused"]);
  expect(rows[2]?.problems[0]?.sentence).toBe("There is no user type “Foreign”.");
  await runImport(calls, run.id);
  const { list: invited } = await calls.invites.list({});
  expect(invited).toMatchObject([{ userTypeID: 7 }, { userTypeID: 7 }]);
});
