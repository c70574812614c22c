import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { arrivedAt, blockAddress, sendDue } from "../mail/support.ts";
import { later, row } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("invited");
  calls = await signedInCalls(shop);
  await signedInCalls(shop, "3");
});
afterAll(() => shop.close());

const save = (...rows: ReturnType<typeof row>[]) =>
  calls.partnerusers.save({ excelData: rows as Record<string, string>[] });
const find = async (searchValue: string, query: Parameters<typeof calls.partnerusers.invited>[0] = {}) =>
  (await calls.partnerusers.invited({ ...query, body: { searchValue, searchType: "Email" } })).rows;

/** Posts a call of the screen, as its buttons do. */
async function post(call: string, input: object) {
  const [{ answerCall }, { screenTexts }] = await Promise.all([
    import("~/core/answer-call.server"),
    import("~/domain/invitations/screen-page.server"),
  ]);
  return answerCall(calls, screenTexts("partner"), { call, input });
}

/** The jobs that an answer names: their titles, with each of their items. */
async function itemsOf({ jobIds }: { jobIds: string[] }): Promise<string[][]> {
  const found: string[][] = [];
  for (const id of jobIds) {
    const { title } = await calls.jobs.detail({ id });
    const { rows } = await calls.jobs.items({ id });
    found.push(...rows.map(({ label }) => [title, label]));
  }
  return found;
}

describe("inviting", () => {
  test("an invited person is listed with their tags, and the mail is sent", async () => {
    const email = "ana@partners.example";
    expect(await save(row(email, { additional_tags: "VIP, North, vip" }))).toEqual({
      invited: 1,
      changed: 0,
      refused: [],
      jobIds: [],
      notSent: null,
    });
    expect(await find(email)).toMatchObject([
      { displayName: "Ana Martin", email, tags: ["Partner", "VIP", "North"], state: "queued", problem: null },
    ]);
    await sendDue();
    expect(await arrivedAt(shop, email)).toHaveLength(1);
    expect(await find(email)).toMatchObject([{ state: "sent", mailId: expect.any(String) }]);
  });

  test("an invalid row is refused with a message for each field", async () => {
    await expect(
      save(row("not-an-address", { first_name: " ", last_name: "", additional_tags: "x".repeat(256) })),
    ).rejects.toMatchObject({
      status: 400,
      data: {
        fieldErrors: {
          first_name: "First Name not valid.",
          last_name: "Last Name not valid.",
          email: "Email not valid.",
          additional_tags: "Tags not valid.",
        },
      },
    });
  });

  test.each([
    "a@b.example\r\nBcc: c@d.example",
    "a@b.example, c@d.example",
    "a@b.example;c@d.example",
    "<a@b.example>",
    "a@b.x",
  ])("the address %j is refused", async (email) => {
    await expect(save(row(email))).rejects.toMatchObject({
      status: 400,
      data: { fieldErrors: { email: "Email not valid." } },
    });
  });

  test("rows are accepted or refused individually, with row numbers and fields, regardless of heading punctuation", async () => {
    const answer = await calls.partnerusers.save({
      excelData: [
        { "First Name": "Bea", "LAST NAME": "Lind", "E-mail": "bea@partners.example", Tags: "A,B", Else: 7 },
        { "First Name": "Bea", "LAST NAME": "Lind", "E-mail": "BEA@partners.example" },
        { "First Name": "", "LAST NAME": "Lind", "E-mail": "cleo@partners.example" },
      ],
    });
    expect(answer).toMatchObject({ invited: 1, changed: 0, jobIds: [expect.any(String)] });
    expect(await itemsOf(answer)).toEqual([["Invite 1 partner user", "bea@partners.example"]]);
    expect(answer.refused).toEqual([
      {
        row: 3,
        reasons: [{ field: "email", sentence: "An earlier row has the same address." }],
      },
      { row: 4, reasons: [{ field: "first_name", sentence: "First Name not valid." }] },
    ]);
  });

  test("an id that isn't one of an invitation refuses its row alone", async () => {
    const unknown = row("ida@partners.example", { id: "17" });
    await expect(save(unknown)).rejects.toMatchObject({
      status: 400,
      data: { fieldErrors: { id: "This invitation doesn't exist." } },
    });
    expect(await save(unknown, row("ivo@partners.example"))).toMatchObject({
      invited: 1,
      refused: [{ row: 2, reasons: [{ field: "id", sentence: "This invitation doesn't exist." }] }],
    });
  });

  test("the same request again sends nothing more", async () => {
    const request = { excelData: [row("rita@partners.example")], operationId: "request-of-rita" };
    await calls.partnerusers.save(request);
    expect(await calls.partnerusers.save(request)).toMatchObject({ invited: 1 });
    expect(await find("rita@")).toMatchObject([{ mails: 1 }]);
  });
});

describe("an invited person's", () => {
  test("address that is blocked gets no email, and every notice says so", async () => {
    const email = "blocked@partners.example";
    await blockAddress(email);
    const names = { first_name: "Bo", last_name: "Blocked", additional_tags: "" };
    const unsent = {
      accepted: true,
      notice: {
        level: "warning",
        text: expect.stringMatching(/(no email was sent|wasn't sent again)\. Nothing is sent to this/),
      },
    };
    const excelData = [{ id: "", email, ...names }];
    expect(await post("partnerusers.save", { excelData })).toMatchObject(unsent);
    const [{ id } = { id: "" }] = await find(email);
    expect(await post("partnerusers.reinvite", { id })).toMatchObject(unsent);
    const many = { headers: {}, body: [{ id, email }] };
    expect(await post("invitations.reinviteMany", many)).toMatchObject(unsent);
  });

  test("deletion that is undone doesn't promise that expired links work again", async () => {
    await save(row("expired@partners.example"));
    await sendDue();
    const [{ id } = { id: "" }] = await find("expired@");
    const { database } = await import("~/platform/db/pool.server");
    await database().query(
      "UPDATE invitations SET state = 'expired', expires_at = now() - interval '1 day' WHERE id = $1",
      [id],
    );
    const { notice: removed } = await post("partnerusers.revoke", { id });
    const { call = "", input = {} } = removed?.undo?.call ?? {};
    expect([call, input]).toEqual(["partnerusers.restore", { id, isUndo: true }]);
    const { notice } = await post(call, input);
    expect(notice?.text).toBe(
      "The invitation of Ana Martin is restored. Its links have expired, so resend it.",
    );
  });

  test("deletion by someone else can't be undone by the notice of who deletes it again", async () => {
    await save(row("twice@partners.example"));
    const [{ id } = { id: "" }] = await find("twice@partners.example");
    await grantAccess("3", ["showPartnerUsers"]);
    const colleague = await signedInCalls(shop, "3");
    await colleague.partnerusers.revoke({ id });
    expect((await post("partnerusers.revoke", { id })).notice).toEqual({
      level: "info",
      text: expect.stringMatching(/was already deleted by /),
    });
    await colleague.partnerusers.restore({ id });
    // Also when the first answer is lost.
    for (const _attempt of [1, 2])
      expect((await post("partnerusers.revoke", { id })).notice).toMatchObject({ undo: { label: "Undo" } });
    await colleague.partnerusers.restore({ id });
    await colleague.partnerusers.revoke({ id });
    await expect(calls.partnerusers.restore({ id, isUndo: true })).rejects.toMatchObject({ status: 409 });
  });

  test("names can be changed, both are required, and a concurrent change isn't overwritten", async () => {
    await save(row("edda@partners.example"));
    const [seen] = await find("edda@");
    const edit = (more: Record<string, unknown>) =>
      save(row("edda@partners.example", { id: seen?.id, version: seen?.version, ...more }));
    expect(await edit({ first_name: "Edda", last_name: "Sol" })).toMatchObject({ invited: 0, changed: 1 });
    expect(await find("edda@")).toMatchObject([{ displayName: "Edda Sol", mails: 1 }]);
    // A blank cell of a sheet compares nothing.
    for (const version of ["", null])
      expect(await edit({ version, first_name: "Edda", last_name: "Sol" })).toMatchObject({ changed: 1 });
    await expect(edit({ first_name: "Late" })).rejects.toMatchObject({ status: 409 });
    await expect(edit({ first_name: "" })).rejects.toMatchObject({
      status: 400,
      data: { fieldErrors: { first_name: "First Name not valid." } },
    });
    await expect(save(row("other@partners.example", { id: seen?.id }))).rejects.toMatchObject({
      status: 400,
      data: { fieldErrors: { email: expect.any(String) } },
    });
  });

  test("invitation is sent again after the pause, singly, in bulk, and from a spreadsheet", async () => {
    await save(row("pia@partners.example"));
    await save(row("pol@partners.example"));
    const [pia] = await find("pia@");
    const [pol] = await find("pol@");
    const id = pia?.id ?? "";
    await expect(calls.partnerusers.reinvite({ id })).rejects.toMatchObject({ status: 409 });
    const soon = await signedInCalls(shop, "1", DEMO, later(11));
    expect(await soon.partnerusers.reinvite({ id })).toEqual({
      id,
      name: "Ana Martin",
      email: "pia@partners.example",
      state: "queued",
      notSent: null,
    });
    const both = [
      { id, email: "pia@partners.example" },
      { id: pol?.id ?? "", email: "POL@partners.example" },
    ];
    const answer = await soon.invitations.reinviteMany({ body: both });
    expect(answer).toMatchObject({ invited: 2, refused: [] });
    expect(await itemsOf(answer)).toEqual([
      ["Invite 2 partner users again", "pia@partners.example"],
      ["Invite 2 partner users again", "pol@partners.example"],
    ]);
    const twice = await soon.invitations.reinviteMany({ body: [...both, { id: id.toUpperCase() }] });
    expect(twice).toMatchObject({
      invited: 2,
      refused: [{ row: 4, reasons: [{ field: "id", sentence: "An earlier row is the same invitation." }] }],
    });
    const other = await soon.invitations.reinviteMany({
      body: [both[1] ?? { id }, { id, email: "another@else.example" }],
    });
    expect(other).toMatchObject({
      invited: 1,
      refused: [
        { row: 3, reasons: [{ field: "email", sentence: "This invitation went to pia@partners.example." }] },
      ],
    });
    const latest = await signedInCalls(shop, "1", DEMO, later(30));
    expect(
      await latest.partnerusers.reinviteFile({
        excelData: [
          // With a character that no one sees.
          { EMAIL: " pia@\u200Bpartners.example" },
          { EMAIL: "stranger@partners.example" },
          { EMAIL: "no address" },
        ],
      }),
    ).toMatchObject({
      invited: 1,
      refused: [
        {
          row: 3,
          reasons: [{ field: "email", sentence: expect.stringContaining("This address wasn't invited") }],
        },
        { row: 4, reasons: [{ field: "email", sentence: "Email not valid." }] },
      ],
    });
    expect(await find("pia@")).toMatchObject([{ mails: 2 }]);
  });

  test("invitation is deleted and restored: an unsent mail is requested again, and a sent link works again", async () => {
    await save(row("dora@partners.example"));
    const id = (await find("dora@"))[0]?.id ?? "";
    expect(await calls.partnerusers.revoke({ id })).toMatchObject({ name: "Ana Martin" });
    await sendDue();
    expect(await arrivedAt(shop, "dora@partners.example")).toEqual([]);
    expect(await find("dora@")).toEqual([]);
    await calls.partnerusers.restore({ id });
    await calls.partnerusers.restore({ id });
    await sendDue();
    expect(await arrivedAt(shop, "dora@partners.example")).toHaveLength(1);
    expect(await find("dora@")).toMatchObject([{ state: "sent" }]);

    await calls.partnerusers.revoke({ id });
    await calls.partnerusers.restore({ id });
    expect(await find("dora@")).toMatchObject([{ state: "sent" }]);
    expect(await liveLinks(id)).toBe(1);
    await sendDue();
    expect(await arrivedAt(shop, "dora@partners.example")).toHaveLength(1);
    await expect(calls.retireeusers.revoke({ id })).rejects.toMatchObject({ status: 404 });
  });
});

/** Links that work until the deletion. The second link is from the mail that was requested again. */
async function liveLinks(id: string): Promise<number> {
  const { database } = await import("~/platform/db/pool.server");
  const { rows } = await database().query<{ count: number }>(
    "SELECT count(*)::int AS count FROM invitation_links WHERE invitation_id = $1 AND revoked_at IS NULL AND token_hash IN (SELECT token_hash FROM invitation_links l JOIN mails m ON m.link_id = l.id WHERE m.state = 'sent')",
    [id],
  );
  return rows[0]?.count ?? 0;
}

test("tags that a checkbox, an audience or an event adds aren't accepted as input", async () => {
  for (const additional_tags of ["mtd", "VIP, partner", "Tool-Connect", "Invited", "event:1"])
    await expect(
      calls.retireeusers.save({ excelData: [row("typed@retirees.example", { additional_tags })] }),
    ).rejects.toMatchObject({
      data: {
        fieldErrors: { additional_tags: expect.stringMatching(/^Tags not valid\. .+ Remove it\.$/) },
      },
    });
  const found = await calls.retireeusers.invited({ body: { searchValue: "typed@", searchType: "Email" } });
  expect(found.rows).toEqual([]);
});

test("a retiree is an MTD user only where the shop's switch is on", async () => {
  const person = row("max@retirees.example");
  await expect(calls.retireeusers.save({ excelData: [person], mtdCheckbox: true })).rejects.toMatchObject({
    status: 400,
    data: { fieldErrors: { mtd_check_box: expect.stringContaining("is turned off") } },
  });
  const settings = await calls.settings.read();
  expect(settings).toBeTruthy();
  await calls.settings.change({ switches: { mtdUsers: true } });
  await calls.retireeusers.save({ excelData: [person], mtdCheckbox: true });
  await calls.retireeusers.save({ excelData: [row("mo@retirees.example", { mtd_check_box: "true" })] });
  await calls.retireeusers.save({ excelData: [row("meg@retirees.example")] });
  const { rows } = await calls.retireeusers.invited({ query: { sort: "email asc" } });
  expect(rows.map(({ email, tags }) => [email, tags])).toEqual([
    ["max@retirees.example", ["Retiree", "MTD"]],
    ["meg@retirees.example", ["Retiree"]],
    ["mo@retirees.example", ["Retiree", "MTD"]],
  ]);
  await expect(
    calls.partnerusers.save({ excelData: [row("mtd@partners.example")], mtdCheckbox: true }),
  ).rejects.toMatchObject({ status: 400 });
});
