/** The lists of invited people: what they show, what they export, and which administrators may read them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { sendDue } from "../mail/support.ts";
import { later, row } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("invited_lists");
  calls = await signedInCalls(shop);
  await signedInCalls(shop, "1", SECOND);
  await signedInCalls(shop, "3");
});
afterAll(() => shop.close());

test("lists are filtered by state, sorted, and counted per tab, and each audience has its own list", async () => {
  await calls.toolconnectinviteusers.save({ excelData: [row("tia@bounce.example", { last_name: "Able" })] });
  await calls.toolconnectinviteusers.save({ excelData: [row("tom@tools.example", { last_name: "Zed" })] });
  await sendDue();
  const all = await calls.toolconnectinviteusers.invited({ query: { sort: "name desc" } });
  expect(all.rows.map(({ email }) => email)).toEqual(["tom@tools.example", "tia@bounce.example"]);
  const bounced = await calls.toolconnectinviteusers.invited({ query: { state: "bounced" } });
  expect(bounced.rows).toMatchObject([{ email: "tia@bounce.example", problem: expect.stringMatching(/./) }]);
  expect(await calls.toolconnectinviteusers.counts()).toEqual({ invited: 2, registered: 0 });
  const hits = { query: { state: "bounced" as const }, body: { searchValue: "ana" } };
  expect(await calls.toolconnectinviteusers.hits(hits)).toEqual({
    invited: { count: 1, exact: true },
    registered: { count: 0, exact: true },
  });
  expect(await calls.toolconnectinviteusers.figure()).toEqual({ text: "2 invited", asOf: null });
  expect((await calls.inviteusers.invited({})).rows).toEqual([]);
  expect((await calls.toolconnectinviteusers.registered({})).rows).toEqual([]);
});

test("the export contains the list's rows under the specified column names", async () => {
  await calls.inviteusers.save({ excelData: [row("eva@users.example", { additional_tags: "=1+1" })] });
  const answer = await calls.exports.invite.invited.rows({});
  expect(answer.fileName).toBe("Invited_Users_Report.xlsx");
  expect(answer.frame.report.title).toBe("Invited Users Report");
  expect(answer.data).toEqual([
    {
      Name: "Ana Martin",
      Email: "eva@users.example",
      Tags: "Invited, =1+1",
      "Created Date": expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
    },
  ]);
  expect((await calls.exports.partner.registered.rows({})).fileName).toBe(
    "Registered_Partner_Users_Report.xlsx",
  );
  const narrowed = await calls.exports.toolconnect.invited.rows({ query: { state: "bounced" } });
  expect(narrowed.data).toMatchObject([{ Email: "tia@bounce.example" }]);
  expect(narrowed.frame.report.lines).toContain("State: Bounced");
  const { jobId } = await calls.exports.retiree.invited.start({});
  expect(await calls.jobs.detail({ id: jobId })).toMatchObject({
    title: "Export: Invited Retiree Users Report",
  });
});

test("each audience needs its own flag, also row by row, and another shop's invitations aren't found", async () => {
  await calls.partnerusers.save({ excelData: [row("flo@partners.example")] });
  const id = (await calls.partnerusers.invited({})).rows[0]?.id ?? "";
  await grantAccess("3", ["showRetireeUsers"]);
  const retirees = await signedInCalls(shop, "3", DEMO, later(11));
  await expect(retirees.partnerusers.invited({})).rejects.toMatchObject({ status: 403 });
  await expect(retirees.exports.partner.invited.rows({})).rejects.toMatchObject({ status: 403 });
  await expect(retirees.invitations.reinviteMany({ body: [{ id, email: "" }] })).rejects.toMatchObject({
    status: 404,
  });
  await grantAccess("3", ["showPartnerUsers"]);
  const partners = await signedInCalls(shop, "3", DEMO, later(11));
  expect(await partners.invitations.reinviteMany({ body: [{ id, email: "" }] })).toMatchObject({
    invited: 1,
  });

  const second = await signedInCalls(shop, "1", SECOND, later(30));
  expect((await second.partnerusers.invited({})).rows).toEqual([]);
  await expect(second.partnerusers.revoke({ id })).rejects.toMatchObject({ status: 404 });
  await expect(second.partnerusers.reinvite({ id })).rejects.toMatchObject({ status: 404 });
});
