import { addMinutes } from "date-fns";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { InvitationListRequest } from "~/domain/invitations/list.server";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { arrivedAt, auditsAbout, sendDue } from "../mail/support.ts";
import { inShop, invitationNow, invitePartner, inviting, OWNER, PARTNERS } from "./support.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("invite");
  await signedInCalls(shop, "1", DEMO);
  await signedInCalls(shop, "1", SECOND);
});
afterAll(() => shop.close());

const later = (minutes: number) => inviting({ now: addMinutes(new Date(), minutes) });

describe("an invitation", () => {
  test("is queued with its mail, sent with a working link, and recorded", async () => {
    const invited = await invitePartner("ana@partners.example");
    expect(invited).toMatchObject({ state: "queued", mailCount: 1, email: "ana@partners.example" });
    await sendDue();
    expect(await invitationNow(invited.id)).toMatchObject({ state: "sent", sent_at: expect.any(Date) });
    const [mail, ...more] = await arrivedAt(shop, "ana@partners.example");
    expect(more).toEqual([]);
    expect(mail?.email.subject).toBe("Your invitation to Backroom Demo");
    const token = /invitation\/([\w.-]+)/.exec(mail?.email.text ?? "")?.[1] ?? "";
    const { linkIdOf } = await import("~/platform/personal-link.server");
    expect(linkIdOf(DEMO, token)).toBeTruthy();
    expect(linkIdOf(SECOND, token)).toBeNull();
    expect(await auditsAbout("invitation.sent")).toContainEqual({
      actor_id: "1",
      before: null,
      after: { name: "Ana Martin", email: "ana@partners.example", to: "partner users", mails: 1 },
      flag: "showPartnerUsers",
    });
  });

  test("of the same person is reused: after a pause, once per request, and case-insensitively", async () => {
    const request = inviting();
    const first = await invitePartner("Bo@Partners.example", { request });
    expect(await invitePartner("Bo@Partners.example", { request })).toMatchObject({
      id: first.id,
      mailCount: 1,
    });
    const others = [{ firstName: "Other" }, { additionalTags: ["VIP"] }, { isMtd: true }];
    for (const person of others)
      await expect(invitePartner("bo@partners.example", { request, person })).rejects.toMatchObject({
        status: 409,
        message: expect.stringContaining("other names or tags"),
      });
    await expect(invitePartner("bo@partners.example")).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(
        /^bo@partners\.example was invited less than a minute ago\. Wait \d+ minutes/i,
      ),
    });
    const again = await invitePartner("bo@partners.example", {
      person: { firstName: "Bob" },
      request: later(11),
    });
    expect(again).toMatchObject({
      id: first.id,
      mailCount: 2,
      firstName: "Bob",
      email: "bo@partners.example",
    });
  });

  test("requested concurrently for the same person is created once, with one mail", async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => invitePartner("race@partners.example")),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await sendDue();
    expect(await arrivedAt(shop, "race@partners.example")).toHaveLength(1);
  });

  test("that bounces says why, needs no pause, and isn't sent again to a blocked address", async () => {
    const invited = await invitePartner("gone@bounce.example");
    await sendDue();
    const bounced = await invitationNow(invited.id);
    expect(bounced).toMatchObject({ state: "bounced", bounced_at: expect.any(Date) });
    expect(bounced.last_error).toBeTruthy();
    expect(await invitePartner("gone@bounce.example")).toMatchObject({ state: "bounced", mailCount: 2 });
  });

  test("is changed and deleted only at its current version, and a deleted person can be invited again", async () => {
    const { editInvitation, revokeInvitation } = await import("~/domain/invitations/restore.server");
    const invited = await invitePartner("cleo@partners.example");
    const which = { audience: "partner", id: invited.id, version: invited.version } as const;
    const by = { by: OWNER, now: new Date() };
    const edit = (firstName: string) =>
      inShop((tx) => editInvitation(tx, DEMO, which, { firstName, lastName: "Reyes" }, by));
    expect(await edit("Cleo")).toMatchObject({ firstName: "Cleo", lastName: "Reyes" });
    await expect(edit("Late")).rejects.toMatchObject({ status: 409 });
    await expect(inShop((tx) => revokeInvitation(tx, SECOND, which, by), SECOND)).rejects.toMatchObject({
      status: 404,
    });
    await expect(
      inShop((tx) => revokeInvitation(tx, DEMO, { audience: "retiree", id: invited.id }, by)),
    ).rejects.toMatchObject({ status: 404 });

    await inShop((tx) => revokeInvitation(tx, DEMO, which, by));
    await sendDue();
    expect(await arrivedAt(shop, "cleo@partners.example")).toEqual([]);
    const { reinvite } = await import("~/domain/invitations/invite.server");
    await expect(inShop((tx) => reinvite(tx, DEMO, which, inviting()))).rejects.toMatchObject({
      status: 409,
    });
    expect(await invitePartner("cleo@partners.example")).toMatchObject({ id: invited.id, state: "queued" });
  });

  test("expires when its last link does", async () => {
    const invited = await invitePartner("dora@partners.example", { request: later(-60 * 24 * 31) });
    const { expireInvitations } = await import("~/domain/invitations/expire.server");
    await expireInvitations.run(DEMO, new AbortController().signal);
    expect(await invitationNow(invited.id)).toMatchObject({ state: "expired" });
    expect(await invitePartner("dora@partners.example")).toMatchObject({ id: invited.id, state: "queued" });
  });
});

test("the list searches, filters by day and state, pages, and covers one shop", async () => {
  await invitePartner("only@second.example", { shop: SECOND });
  for (const index of [1, 2, 3])
    await invitePartner(`list${index}@listed.example`, { person: { lastName: `No ${index}` } });
  const { INVITED_LISTS, listInvitations } = await import("~/domain/invitations/list.server");
  const list = { ...INVITED_LISTS.partner, pageSize: 2 };
  const context = { shop: { domain: DEMO, timeZone: "America/New_York" } } as never;
  const ask = (request: Partial<InvitationListRequest>) =>
    inShop((tx) =>
      listInvitations(tx, context, list, {
        ...PARTNERS,
        tab: "invited",
        searchType: "Email",
        searchValue: "",
        ...request,
      }),
    );
  const first = await ask({ searchValue: "LISTED" });
  expect(first).toMatchObject({
    total: { count: 3, exact: true },
    hasNextPage: true,
    hasPreviousPage: false,
  });
  const second = await ask({ searchValue: "LISTED", direction: "next", last_id: first.nextCursor ?? "" });
  expect([...first.rows, ...second.rows].map(({ email }) => email)).toEqual(
    [3, 2, 1].map((index) => `list${index}@listed.example`),
  );
  const all = await ask({ pageSize: 100 });
  expect(all.rows.map(({ email }) => email)).not.toContain("only@second.example");
  expect((await ask({ tab: "registered" })).rows).toEqual([]);
  expect((await ask({ searchType: "Date", searchValue: "01-01-2020" })).rows).toEqual([]);
  const bounced = await ask({ state: "bounced", pageSize: 100 });
  expect(bounced.rows.map(({ email }) => email)).toEqual(["gone@bounce.example"]);
  expect(bounced.rows[0]?.problem).toBeTruthy();
});
