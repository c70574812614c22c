import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { mirroredCustomer } from "../../support/people.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { inShop, inviting } from "../invitations/support.ts";
import { tokenOfLatest, visit } from "../invitations/visitor.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signedInCalls>>;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
let second: Awaited<ReturnType<typeof signedInCalls>>;

beforeAll(async () => {
  shop = await openTestShop("usertypes");
  owner = await signedInCalls(shop);
  second = await signedInCalls(shop, "1", SECOND);
  await signedInCalls(shop, "3");
  await grantAccess("3", ["showInvites"]);
  calls = await signedInCalls(shop, "3");
});
afterAll(() => shop.close());

async function added(name: string, tags = "") {
  return (await calls.invites.userTypes.create({ name, tags })).userType;
}
async function invited(userTypeID: number, email: string) {
  const { invite } = await import("~/domain/invitations/invite.server");
  const scope = { audience: "usertype", groupId: String(userTypeID) } as const;
  const person = { firstName: "Ana", lastName: "Martin", additionalTags: [], email };
  return inShop((tx) => invite(tx, DEMO, scope, person, inviting()));
}
const namesOf = async (of = calls) => (await of.invites.userTypes.list()).list.map(({ name }) => name);

describe("a user type", () => {
  test("is added with its own number in each shop, once per operation", async () => {
    const once = { name: " Distributor ", tags: "VIP, Trade", operationId: "operation-once" };
    const [first, again] = await Promise.all([
      calls.invites.userTypes.create(once),
      calls.invites.userTypes.create(once),
    ]);
    expect(first).toEqual({
      status: true,
      msg: "The user type “Distributor” was added.",
      userType: {
        userTypeID: first.userType.userTypeID,
        name: "Distributor",
        tags: "VIP, Trade",
        readOnly: false,
        version: 1,
      },
    });
    expect(again).toEqual(first);
    await expect(calls.invites.userTypes.create({ ...once, tags: "VIP" })).rejects.toMatchObject({
      status: 409,
      message: "This operation id was used for another user type. Reload the page and try again.",
    });
    const next = await added("Reseller");
    expect(next.userTypeID).toBe(first.userType.userTypeID + 1);
    const elsewhere = await second.invites.userTypes.create({ name: "Elsewhere", tags: "" });
    expect(elsewhere.userType.userTypeID).toBe(1);
    expect(await namesOf()).toEqual(["Distributor", "Reseller"]);
    expect(await namesOf(second)).toEqual(["Elsewhere"]);
  });

  test("is found by its own name, also with letters that have several lowercase forms", async () => {
    for (const name of ["ΜΕΛΟΣ", "İstanbul"]) {
      const { userTypeID } = await added(name);
      const person = { firstName: "Ana", lastName: "Martin", tags: "" };
      const email = `type${userTypeID}@x.example`;
      const { msg } = await calls.invites.invite({ ...person, email, userType: name });
      expect(msg).toContain(email);
      await expect(added(name)).rejects.toMatchObject({ status: 400 });
      await calls.invites.removeMany({
        list: (await calls.invites.list({ search: email })).list.map(({ customerID: id }) => ({ id })),
      });
      await calls.invites.userTypes.remove({ id: userTypeID });
    }
  });

  test("whose invitations are deleted offers to restore those only, not what someone else deleted", async () => {
    const { userTypeID } = await added("Shared");
    const [{ id: theirs }, { id: mine }] = [
      await invited(userTypeID, "theirs@x.example"),
      await invited(userTypeID, "mine@x.example"),
    ];
    await owner.invites.removeMany({ list: [{ id: theirs }] });
    const input = { list: [{ id: theirs }, { id: mine }] };
    const [{ answerCall }, { inviteTexts }] = await Promise.all([
      import("~/core/answer-call.server"),
      import("~/functions/invites/page.server"),
    ]);
    const remove = async () =>
      (await answerCall(calls, inviteTexts, { call: "invites.removeMany", input })).notice?.undo;
    expect(await remove()).toMatchObject({ call: { input: { list: [{ id: mine }] } } });
    // The answer was lost.
    expect(await remove()).toMatchObject({ call: { input: { list: [{ id: mine }] } } });
    await owner.invites.userTypes.remove({ id: userTypeID });
    const call = "invites.userTypes.remove";
    const { notice } = await answerCall(calls, inviteTexts, { call, input: { id: userTypeID } });
    expect(notice).toMatchObject({
      level: "info",
      text: expect.stringMatching(/^The user type “Shared” was already deleted by /),
    });
    expect(notice).not.toHaveProperty("undo");
  });

  test("has a unique name that is valid as a tag", async () => {
    await added("Only One");
    const refusals = [
      ["  ", "User Type not valid."],
      ["only one", "There is a user type “only one” already."],
      ["A, B", "User Type not valid. It can't contain a comma."],
      ["42", "User Type not valid. It can't be a number."],
      ["student", "User Type not valid. Students and staff register themselves and can't be invited."],
      ["x".repeat(101), "User Type not valid. It may have 100 characters."],
    ] as const;
    for (const [name, problem] of refusals)
      await expect(calls.invites.userTypes.create({ name, tags: "" }), name).rejects.toMatchObject({
        status: 400,
        data: { fieldErrors: { name: problem } },
      });
    await expect(
      calls.invites.userTypes.create({ name: "Tagged", tags: "x,".repeat(251) }),
    ).rejects.toMatchObject({
      status: 400,
      data: { fieldErrors: { tags: "Tags not valid. The tags can have at most 500 characters in total." } },
    });
    await expect(
      calls.invites.userTypes.create({ name: "Granting", tags: "VIP, Approved" }),
    ).rejects.toMatchObject({
      status: 400,
      data: { fieldErrors: { tags: expect.stringContaining("“Approved” is set by a decision") } },
    });
    expect((await added("Full", `${"x".repeat(249)},${"y".repeat(250)}`)).tags).toHaveLength(500);
  });

  test("is changed by only one of two concurrent editors, and each change is recorded", async () => {
    const type = await added("Changed");
    const change = { id: type.userTypeID, version: type.version, name: "Changed", tags: "VIP" };
    const { userType } = await calls.invites.userTypes.change(change);
    expect(userType).toMatchObject({ tags: "VIP", version: 2 });
    await expect(calls.invites.userTypes.change({ ...change, tags: "Late" })).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(
        /^You changed this user type in another window while you were editing it\./,
      ),
    });
    const { rows } = await owner.activity.list({ kind: "userType.changed" });
    expect(rows[0]).toMatchObject({
      what: "Changed a user type",
      changes: [{ field: "Tags", before: "", after: "VIP" }],
    });
  });

  test("that is read-only can't be changed or deleted, and only the owner makes a type read-only", async () => {
    const type = await added("Kept");
    const id = type.userTypeID;
    await expect(calls.invites.userTypes.setReadOnly({ id, readOnly: true })).rejects.toMatchObject({
      status: 403,
    });
    await owner.invites.userTypes.setReadOnly({ id, readOnly: true });
    const refused = {
      status: 403,
      message: "The user type “Kept” is read-only. The account owner can allow changes to it.",
    };
    for (const of of [calls, owner]) {
      await expect(of.invites.userTypes.change({ id, name: "Other", tags: "" })).rejects.toMatchObject(
        refused,
      );
      await expect(of.invites.userTypes.remove({ id })).rejects.toMatchObject(refused);
    }
    await owner.invites.userTypes.setReadOnly({ id, readOnly: false });
    expect(await calls.invites.userTypes.remove({ id })).toMatchObject({ status: true });
  });

  test("is refused a name that another type gets at that moment", async () => {
    const { userTypeID: id } = await added("Renamed");
    const creation = await inShop(async (tx) => {
      await tx.$client.query("UPDATE user_types SET name = 'New Name' WHERE id = $1", [id]);
      const waiting = { answer: added("new name") };
      waiting.answer.catch(() => undefined);
      await expect.poll(countWaitingSessions).toBe(1);
      return waiting;
    });
    await expect(creation.answer).rejects.toMatchObject({
      status: 400,
      message: "There is a user type “new name” already.",
    });
  });

  test("isn't found by the other shop", async () => {
    const { userTypeID: id } = await added("Own");
    await added("Own too");
    for (const refused of [
      () => second.invites.userTypes.change({ id, name: "Taken", tags: "" }),
      () => second.invites.userTypes.remove({ id }),
      () => second.invites.userTypes.restore({ id }),
      () => second.invites.userTypes.setReadOnly({ id, readOnly: true }),
    ])
      await expect(refused()).rejects.toMatchObject({ status: 404 });
    expect(await namesOf()).toContain("Own");
  });
});

describe("deleting a user type", () => {
  test("is refused while it has open invitations, and can be undone", async () => {
    const { userTypeID: id } = await added("In Use");
    const { id: invitation } = await invited(id, "in.use@example.com");
    await expect(calls.invites.userTypes.remove({ id })).rejects.toMatchObject({
      status: 409,
      message: "1 person is invited as “In Use”. Delete their invitations before you delete it.",
    });
    const { revokeInvitation } = await import("~/domain/invitations/restore.server");
    await inShop((tx) => revokeInvitation(tx, DEMO, { audience: "usertype", id: invitation }, inviting()));
    await calls.invites.userTypes.remove({ id });
    await calls.invites.userTypes.remove({ id });
    expect(await namesOf()).not.toContain("In Use");
    await expect(calls.invites.userTypes.change({ id, name: "Gone", tags: "" })).rejects.toMatchObject({
      status: 404,
    });
    await expect(invited(id, "late@example.com")).rejects.toMatchObject({
      status: 409,
      message: "The user type “In Use” was deleted. Restore it or choose another one.",
    });
    await calls.invites.userTypes.restore({ id });
    expect(await namesOf()).toContain("In Use");
  });

  test("lists it with the deleted ones, until it is restored", async () => {
    const { userTypeID: id } = await added("Set Aside");
    const { readInvitesPage } = await import("~/functions/invites/page.server");
    const shown = async (tab: string) => {
      const request = new Request(`https://backroom.example/invites?tab=${tab}&q=aside`);
      const { data } = await readInvitesPage(request, calls.invites);
      return data.tab === "userTypes" && data.result.rows.map(({ name }) => name);
    };
    expect(await shown("deletedUserTypes")).toEqual([]);
    await calls.invites.userTypes.remove({ id });
    expect([await shown("userTypes"), await shown("deletedUserTypes")]).toEqual([[], ["Set Aside"]]);
    expect((await second.invites.userTypes.pages({ deleted: "1" })).list).toEqual([]);
    await calls.invites.userTypes.restore({ id });
    expect([await shown("userTypes"), await shown("deletedUserTypes")]).toEqual([["Set Aside"], []]);
  });

  test("and a concurrent invitation of that type: only one succeeds", async () => {
    for (const round of [1, 2, 3, 4]) {
      const { userTypeID: id } = await added(`Race ${round}`);
      const [removal, invitation] = await Promise.allSettled([
        calls.invites.userTypes.remove({ id }),
        invited(id, `race${round}@example.com`),
      ]);
      expect([removal.status, invitation.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    }
  });

  test("isn't undone when another type has its name", async () => {
    const { userTypeID: id } = await added("Twice");
    await calls.invites.userTypes.remove({ id });
    await added("twice");
    await expect(calls.invites.userTypes.restore({ id })).rejects.toMatchObject({
      status: 400,
      message: "There is a user type “Twice” already.",
    });
  });
});

describe("the list", () => {
  test("has pages of ten by name, and a search in names and tags", async () => {
    for (let number = 1; number <= 12; number += 1)
      await second.invites.userTypes.create({ name: `Page ${String(number).padStart(2, "0")}`, tags: "" });
    await second.invites.userTypes.create({ name: "Zulu", tags: "100%_sure" });
    const first = await second.invites.userTypes.pages({});
    expect(first).toMatchObject({ status: true, msg: "", hasPrevious: false, hasNext: true, total: 14 });
    expect(first.list.map(({ name }) => name)).toEqual([
      "Elsewhere",
      ...["01", "02", "03", "04", "05", "06", "07", "08", "09"].map((number) => `Page ${number}`),
    ]);
    const last = await second.invites.userTypes.pages({ page: 2 });
    expect(last).toMatchObject({ hasPrevious: true, hasNext: false, total: 14 });
    expect(last.list.map(({ name }) => name)).toEqual(["Page 10", "Page 11", "Page 12", "Zulu"]);
    const found = await second.invites.userTypes.pages({ search: "0%_S" });
    expect(found.list.map(({ name }) => name)).toEqual(["Zulu"]);
    expect((await second.invites.userTypes.pages({ search: "page", pageSize: 5 })).list).toHaveLength(5);
    await expect(second.invites.userTypes.pages({ search: "x".repeat(61) })).rejects.toMatchObject({
      status: 400,
    });
  });

  test("is named in the list of registered people also when it was deleted", async () => {
    const userType = await added("Retired", "VIP");
    const { id } = await calls.invites.invite({
      userType: userType.userTypeID,
      firstName: "Ana",
      lastName: "Martin",
      email: "done@users.example",
    });
    const { response } = await visit(await tokenOfLatest({ id, shop: DEMO }), {
      form: { firstName: "Ana", lastName: "Martin" },
    });
    expect(response.status).toBe(200);
    const customer = await mirroredCustomer("done@users.example");
    expect(customer?.tags.toSorted()).toEqual(["UserType:Retired", "VIP"]);
    await calls.invites.userTypes.remove({ id: userType.userTypeID });
    const found = async (registered: "0" | "1") =>
      (await calls.invites.list({ search: "done@users", registered })).list;
    expect(await found("0")).toEqual([]);
    expect(await found("1")).toMatchObject([
      {
        customerID: id,
        userType: "Retired",
        state: "accepted",
        shopifyCustomerId: String(customer?.id),
        // The customer card doesn't show someone without a kind of customer.
        url: expect.stringMatching(`^https://admin\\.shopify\\.com/.*/customers/${customer?.id}$`),
      },
    ]);
    await expect(calls.invites.remove({ id })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("has already registered"),
    });
    expect((await calls.invites.figure()).text).toMatch(/ invited, 1 registered$/);
  });
});
