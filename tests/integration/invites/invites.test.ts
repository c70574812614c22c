import { addMinutes } from "date-fns";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findText } from "../../guarantees/support/tables.ts";
import { activity } from "../../support/activity.ts";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { redactCustomer } from "../../support/erasure.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { invitationNow } from "../invitations/support.ts";
import { arrivedAt, sendDue } from "../mail/support.ts";

type Calls = Awaited<ReturnType<typeof signedInCalls>>;
let shop: TestShop;
let calls: Calls;
let second: Calls;
let distributor: number;

beforeAll(async () => {
  shop = await openTestShop("invites");
  await signedInCalls(shop);
  await signedInCalls(shop, "3");
  await grantAccess("3", ["showInvites"]);
  calls = await signedInCalls(shop, "3");
  second = await signedInCalls(shop, "1", SECOND);
  const type = await calls.invites.userTypes.create({ name: "Distributor", tags: "Trade" });
  distributor = type.userType.userTypeID;
});
afterAll(() => shop.close());

const person = (email: string, more: object = {}) => ({
  userType: distributor,
  firstName: "Ana",
  lastName: "Martin",
  email,
  ...more,
});
/** The calls some time from now. */
const later = (minutes: number) =>
  signedInCalls(shop, "3", DEMO, { now: () => addMinutes(new Date(), minutes) });
const found = async (search: string, registered: "0" | "1" = "0") =>
  (await calls.invites.list({ search, registered })).list;
const arrive = async (email: string) => {
  await sendDue();
  return (await arrivedAt(shop, email)).length;
};

describe("an invitation as a user of some type", () => {
  test("is listed with its type, sends its mail, and is unique per person and type", async () => {
    const operationId = "operation-one";
    const request = { ...person("one@users.example", { tags: "VIP, vip" }), operationId };
    const answer = await calls.invites.invite(request);
    expect(answer).toMatchObject({ status: true, msg: "one@users.example was invited." });
    expect(await calls.invites.invite(request)).toEqual(answer);
    expect(await found("one@users")).toEqual([
      {
        customerID: answer.id,
        displayName: "Ana Martin",
        firstName: "Ana",
        lastName: "Martin",
        email: "one@users.example",
        userType: "Distributor",
        userTypeID: distributor,
        createdAt: expect.any(String),
        tags: ["VIP"],
        state: "queued",
        stateAt: expect.any(String),
        problem: null,
        mailId: expect.any(String),
        shopifyCustomerId: null,
        url: null,
      },
    ]);
    expect(await arrive("one@users.example")).toBe(1);
    const [mail] = await arrivedAt(shop, "one@users.example");
    expect(mail?.email.text).toContain("as Distributor");
    await expect(
      calls.invites.invite({ ...person("ONE@users.example"), userType: "distributor" }),
    ).rejects.toMatchObject({ status: 409, message: expect.stringMatching(/was invited .* ago\. Wait/) });
    expect((await second.invites.list({})).list).toEqual([]);
  });

  test("to an address that refused an email before says that none was sent", async () => {
    const email = "gone@bounce.example";
    const { id } = await calls.invites.invite(person(email));
    await sendDue();
    const notSent = expect.stringMatching(
      /^Nothing is sent to this address, because an earlier email bounced/,
    );
    expect(await calls.invites.invite(person(email))).toEqual({
      status: true,
      id,
      msg: expect.stringMatching(
        /^gone@bounce\.example was invited, but no email was sent\. Nothing is sent/,
      ),
      notSent,
    });
    const { id: other } = await calls.invites.invite(person("fine@users.example"));
    const [list, in11Minutes] = [[{ id: other }, { id }], await later(11)];
    expect(await in11Minutes.invites.resendMany({ list })).toEqual({
      status: true,
      msg: expect.stringMatching(
        /^1 invitation was sent again\. 1 invitation wasn't sent: gone@bounce\.example: /,
      ),
      ids: [other, id],
      notSent: [{ id, why: expect.stringMatching(/^gone@bounce\.example: Nothing is sent/) }],
      refused: [],
    });
    expect(await in11Minutes.invites.resendMany({ list: [{ id }] })).toMatchObject({
      msg: expect.stringMatching(/^1 invitation wasn't sent: /),
      ids: [id],
    });
    const again = await in11Minutes.invites.resend({ id });
    expect(again.msg).toMatch(/^The invitation to gone@bounce\.example wasn't sent again\. Nothing is sent/);
    expect((await activity("invitation.not sent")).length).toBeGreaterThan(0);
    expect((await activity("invitation.sent again")).length).toBe(1);
  });

  test("repeated answers why this attempt sent no email, or that it did", async () => {
    const email = "back@bounce.example";
    const request = { ...person(email), operationId: "operation-back" };
    expect(await calls.invites.invite(request)).toMatchObject({ notSent: null });
    await sendDue();
    expect(await calls.invites.invite(request)).toMatchObject({
      notSent: expect.stringMatching(/^Nothing is sent to this address/),
    });
    const [{ withShop }, { liftStop }] = await Promise.all([
      import("~/platform/db/with-shop.server"),
      import("~/core/mail/stops.server"),
    ]);
    await withShop(DEMO, (tx) => liftStop(tx, DEMO, email));
    expect(await calls.invites.invite(request)).toMatchObject({ notSent: null });
    expect(await found(email)).toMatchObject([{ state: "queued", problem: null }]);
  });

  test("is refused with the specified texts, field by field", async () => {
    const wrong = { userType: "", firstName: " ", lastName: "", email: "ann@lee" };
    await expect(calls.invites.invite(wrong)).rejects.toMatchObject({
      status: 400,
      data: {
        fieldErrors: {
          userType: "User Type not valid.",
          firstName: "First Name not valid.",
          lastName: "Last Name not valid.",
          email: "Email not valid.",
        },
      },
    });
    for (const email of [
      "a@b.example, c@d.example",
      "a@b.example\r\nBcc: c@d.example",
      "a@b.c",
      "a@b.abcdefghijklmnop",
    ])
      await expect(calls.invites.invite(person(email)), email).rejects.toMatchObject({
        status: 400,
        data: { fieldErrors: { email: "Email not valid." } },
      });
    await expect(
      calls.invites.invite(person("x@users.example", { userType: "Unknown" })),
    ).rejects.toMatchObject({
      status: 400,
      message: "User Type not valid. There is no user type named “Unknown”.",
    });
  });

  test("is sent again after the pause, deleted with its link, and restored", async () => {
    const { id } = await calls.invites.invite(person("two@users.example"));
    expect(await arrive("two@users.example")).toBe(1);
    await expect(calls.invites.resend({ id })).rejects.toMatchObject({ status: 409 });
    const afterwards = await later(11);
    expect(await afterwards.invites.resend({ id })).toMatchObject({
      msg: "two@users.example was invited again.",
    });
    expect(await arrive("two@users.example")).toBe(2);
    expect(await calls.invites.remove({ id })).toMatchObject({
      msg: "two@users.example is no longer invited.",
    });
    expect(await found("two@users")).toEqual([]);
    await expect(afterwards.invites.resend({ id })).rejects.toMatchObject({ status: 409 });
    await calls.invites.restoreMany({ list: [{ id }] });
    expect(await found("two@users")).toMatchObject([{ customerID: id, state: "sent" }]);
  });

  test("isn't restored when its type was deleted", async () => {
    const { userType } = await calls.invites.userTypes.create({ name: "Short-lived", tags: "" });
    const userTypeID = userType.userTypeID;
    const { id } = await calls.invites.invite(person("short@users.example", { userType: userTypeID }));
    await calls.invites.remove({ id });
    await calls.invites.userTypes.remove({ id: userTypeID });
    await expect(calls.invites.restoreMany({ list: [{ id }] })).rejects.toMatchObject({
      status: 409,
      message: "The user type “Short-lived” was deleted. Restore it or choose another one.",
    });
    expect(await invitationNow(id)).toMatchObject({ state: "revoked" });
  });

  test("isn't found by the other shop or with another function's flag", async () => {
    const { id } = await calls.invites.invite(person("own@users.example"));
    for (const refused of [
      () => second.invites.remove({ id }),
      () => second.invites.resend({ id }),
      () => second.invites.removeMany({ list: [{ id }] }),
      () => second.invites.restoreMany({ list: [{ id }] }),
    ])
      await expect(refused()).rejects.toMatchObject({ status: 404 });
    await expect(second.invites.invite(person("own@users.example"))).rejects.toMatchObject({ status: 400 });
  });
});

describe("several invitations", () => {
  test("each has its own outcome, and an address that isn't the invitation's is refused", async () => {
    const [one, two] = [
      await calls.invites.invite(person("several1@users.example")),
      await calls.invites.invite(person("several2@users.example")),
    ];
    const afterwards = await later(11);
    const answer = await afterwards.invites.resendMany({
      list: [
        { id: one.id, email: "SEVERAL1@users.example" },
        { id: two.id, email: "another@else.example" },
      ],
    });
    expect(answer).toEqual({
      status: true,
      msg: "1 invitation was sent again. 1 wasn't: This invitation went to several2@users.example. Check the address and try again.",
      ids: [one.id],
      notSent: [],
      refused: [{ id: two.id, why: expect.stringContaining("went to several2@users.example") }],
    });
    expect(await invitationNow(two.id)).toMatchObject({ mail_count: 1 });
    const removed = await calls.invites.removeMany({
      list: [
        { id: one.id, email: "several1@users.example" },
        { id: two.id, email: "several2@users.example" },
      ],
    });
    expect(removed.msg).toBe("2 invitations were deleted.");
    expect(await found("several")).toEqual([]);
    await calls.invites.restoreMany({ list: removed.ids.map((id) => ({ id })) });
    expect(await found("several")).toHaveLength(2);
  });

  test("are sent again without those who declined, who get theirs alone only", async () => {
    const [no, yes] = [
      await calls.invites.invite(person("says-no@users.example")),
      await calls.invites.invite(person("says-yes@users.example")),
    ];
    const { visit, tokenOfLatest } = await import("../invitations/visitor.ts");
    await visit(await tokenOfLatest({ id: no.id, shop: DEMO }), { form: { decline: "1" } });
    const { invites } = await later(11);
    const answer = await invites.resendMany({ list: [{ id: no.id }, { id: yes.id }] });
    expect(answer).toMatchObject({
      ids: [yes.id],
      refused: [{ id: no.id, why: expect.stringContaining("has declined this invitation") }],
    });
    expect((await invites.resendMany({ list: [{ id: no.id }] })).ids).toEqual([no.id]);
  });
});

describe("a bulk invite", () => {
  /** Runs the job while mails are sent, as a worker does both concurrently. */
  const run = async (jobId: string) => {
    const [{ runJob }, { inviteUsersJob }] = await Promise.all([
      import("~/platform/jobs/run-job.server"),
      import("~/functions/invites/invite.server"),
    ]);
    let isOver = false;
    const kinds = new Map([[inviteUsersJob.name, inviteUsersJob]]);
    const running = runJob(DEMO, jobId, kinds, new AbortController().signal).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await sendDue();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await running;
  };

  test("is a job with an outcome per row, and a repeated request is the same job", async () => {
    const list = [
      {
        first_name: "Bea",
        last_name: "Bulk",
        email: "bea@bulk.example",
        user_type: "distributor",
        tags: "A, B",
      },
      { firstName: "Cem", lastName: "Bulk", email: "cem@bulk.example", userType: distributor },
      { first_name: null, last_name: "Bulk", email: "wrong", user_type: "Distributor", tags: null },
      { first_name: "Dee", last_name: "Bulk", email: "dee@bulk.example", user_type: "Unknown" },
      { first_name: "Bea", last_name: "Twice", email: "BEA@bulk.example", user_type: "Distributor" },
    ];
    const answer = await calls.invites.inviteMany({ list, operationId: "operation-bulk" });
    expect(answer).toMatchObject({ status: true, msg: "5 users are being invited." });
    expect(await calls.invites.inviteMany({ list, operationId: "operation-bulk" })).toEqual(answer);
    await run(answer.jobId);
    const { rows } = await calls.jobs.items({ id: answer.jobId });
    const outcomes = rows.map(({ label, state, message }) => [label, state, message]);
    expect(outcomes).toEqual(
      expect.arrayContaining([
        ["Cem Bulk (cem@bulk.example)", "done", "Invited: the mail server accepted the email."],
        ["Bulk (wrong)", "failed", "First Name not valid. Email not valid."],
        [
          "Dee Bulk (dee@bulk.example)",
          "failed",
          "User Type not valid. There is no user type named “Unknown”.",
        ],
      ]),
    );
    expect(rows.filter(({ state }) => state === "done")).toHaveLength(2);
    const people = await found("bulk.example");
    expect(people.map(({ firstName, tags }) => [firstName, tags])).toEqual(
      expect.arrayContaining([
        ["Bea", expect.anything()],
        ["Cem", []],
      ]),
    );
    expect(people).toHaveLength(2);
    expect(rows.filter(({ state }) => state === "skipped")).toHaveLength(1);
    expect(await arrivedAt(shop, "cem@bulk.example")).toHaveLength(1);
  });

  test("keeps nothing of an erased person whose label has no room for their address", async () => {
    const list = [{ first_name: "N".repeat(300), last_name: "Long", email: "long@bulk.example" }];
    await calls.invites.inviteMany({ list });
    await redactCustomer(DEMO, { id: 93, email: "long@bulk.example" });
    expect(await findText("long@bulk")).toEqual([]);
  });

  test("without rows or an email column is refused with the specified texts", async () => {
    await expect(calls.invites.inviteMany({ list: [] })).rejects.toMatchObject({
      status: 400,
      message: "No rows found in Excel file",
    });
    await expect(calls.invites.inviteMany({ list: [{ first_name: "Ann" }] })).rejects.toMatchObject({
      status: 400,
      message: 'Excel should have "email" header. Check the sample file.',
    });
  });
});

describe("the list", () => {
  test("has pages of ten, newest first, found by name, address and day, and ordered by its columns", async () => {
    for (let number = 1; number <= 11; number += 1)
      await calls.invites.invite(
        person(`page${String(number).padStart(2, "0")}@pages.example`, { lastName: "Pages" }),
      );
    const first = await calls.invites.list({ search: "pages.example" });
    expect(first).toMatchObject({ status: true, msg: "", hasPrevious: false, hasNext: true, total: 11 });
    expect(first.list[0]?.email).toBe("page11@pages.example");
    const next = await calls.invites.list({ search: "pages.example", page: 2 });
    expect(next).toMatchObject({ hasPrevious: true, hasNext: false });
    expect(next.list.map(({ email }) => email)).toEqual(["page01@pages.example"]);
    const sorted = await calls.invites.list({ search: "Ana Pages", sort: "email asc", pageSize: 1 });
    expect(sorted.list[0]?.email).toBe("page01@pages.example");
    expect((await calls.invites.list({ search: "01/02/2020" })).total).toBe(0);
    expect((await calls.invites.hits({ search: "pages.example" })).invited.count).toBe(first.total);
    await calls.invites.userTypes.create({ name: "Pages.example readers", tags: "" });
    expect((await calls.invites.hits({ search: "pages.EXAMPLE" })).userTypes).toEqual({
      count: 1,
      exact: true,
    });
    await expect(calls.invites.list({ sort: "tags asc" })).rejects.toMatchObject({ status: 400 });
  });

  test("is exported as a job, with its search", async () => {
    const { jobId, msg } = await calls.invites.exportUsers({ search: "pages.example", registered: "0" });
    expect(msg).toBe("The spreadsheet is being written. It will be in Jobs.");
    const [{ runJob }, { app }] = await Promise.all([
      import("~/platform/jobs/run-job.server"),
      import("../../support/app.ts"),
    ]);
    const jobs = new Map(app.jobs.map((job) => [job.name, job]));
    await runJob(DEMO, jobId, jobs, new AbortController().signal);
    const { file } = await calls.jobs.detail({ id: jobId });
    expect(file?.name).toBe("Invited_Users_Report.xlsx");
    const { rowsInFile } = await import("../exports/support.ts");
    const rows = await rowsInFile(file?.id ?? "");
    expect(rows[8]).toEqual([
      "Name",
      "First Name",
      "Last Name",
      "Email",
      "User Type",
      "Tags",
      "Invited Date",
      "State",
    ]);
    expect(rows[9]?.slice(0, 5)).toEqual([
      "Ana Pages",
      "Ana",
      "Pages",
      "page11@pages.example",
      "Distributor",
    ]);
    expect(rows).toHaveLength(20);
  });
});
