import { afterAll, beforeAll, expect, test } from "vitest";
import { activity } from "../../support/activity.ts";
import { grantAccess, signedInCalls } from "../../support/calls.ts";
import { plansOf } from "../../support/plans.ts";
import { emptyQueue } from "../../support/queue.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { inShop } from "../invitations/support.ts";
import { arrivedAt, auditsAbout, mailRow, queue, sendDue } from "./support.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("mail_list");
  for (const id of ["1", "2", "3"]) await signedInCalls(shop, id);
  await signedInCalls(shop, "1", SECOND);
  await grantAccess("2", ["showStudents"]);
});
afterAll(() => shop.close());

test("administrators see the mails of their functions, the owner all, another shop none", async () => {
  const student = await queue({ email: "student@x.example", flag: "showStudents", customerId: 4242 });
  const staff = await queue({ email: "staff@x.example", flag: "showStaff" });
  const owners = await queue({ email: "owners@x.example" });
  const idsFor = async (id: string, domain?: string) => {
    const { rows } = await (await signedInCalls(shop, id, domain)).mail.list({});
    return rows.map((mail) => mail.id).toSorted();
  };
  expect(await idsFor("1")).toEqual([student, staff, owners].toSorted());
  expect(await idsFor("2")).toEqual([student]);
  expect(await idsFor("3")).toEqual([]);
  expect(await idsFor("1", SECOND)).toEqual([]);

  const { mail } = await signedInCalls(shop, "2");
  expect(await mail.detail({ id: student })).toMatchObject({
    to: { email: "student@x.example", name: "Ana Martin" },
    kind: "Registration ends soon",
    customer: { id: "4242" },
    hasPersonalLink: false,
    isStopped: false,
  });
  const refused = await Promise.allSettled([
    mail.detail({ id: staff }),
    mail.sendAgain({ ids: [staff] }),
    mail.allow({ id: owners }),
  ]);
  for (const answer of refused) expect(answer).toMatchObject({ status: "rejected", reason: { status: 404 } });
});

test("the list is searched by part of the address and by customer, filtered by outcome, and paged", async () => {
  const { mail } = await signedInCalls(shop);
  await queue({ email: "waits@later.example" });
  await queue({ email: "gone@bounce.example", flag: "showStudents" });
  await sendDue();
  const addresses = async (query: Parameters<typeof mail.list>[0]) =>
    (await mail.list(query)).rows.map(({ to }) => to.email);
  expect(await addresses({ search: "STUDENT@" })).toEqual(["student@x.example"]);
  expect(await addresses({ search: "4242" })).toEqual(["student@x.example"]);
  expect(await addresses({ search: "100%_" })).toEqual([]);
  expect(await addresses({ tab: "waiting" })).toEqual(["waits@later.example"]);
  expect(await addresses({ tab: "bounced" })).toEqual(["gone@bounce.example"]);
  expect(await addresses({ tab: "sent" })).toHaveLength(3);

  for (let number = 0; number < 30; number += 1) await queue({ email: `page${number}@x.example` });
  const first = await mail.list({ search: "page" });
  expect(first.rows).toHaveLength(25);
  for (let number = 30; number < 105; number += 1) await queue({ email: `page${number}@x.example` });
  const nothing = { count: 0, exact: true };
  expect(await mail.hits({ search: "page" })).toEqual({
    all: { count: 100, exact: false },
    waiting: { count: 100, exact: false },
    sent: nothing,
    bounced: nothing,
    failed: nothing,
  });
  const rest = await mail.list({ search: "page", direction: "next", last_id: first.nextCursor ?? "" });
  expect(new Set([...first.rows, ...rest.rows].map(({ id }) => id)).size).toBe(30);
  await expect(mail.list({ direction: "next", last_id: first.nextCursor ?? "" })).rejects.toMatchObject({
    status: 400,
  });
});

test("a bounced mail is sent again once its address is allowed, but never a mail that was sent", async () => {
  const { mail } = await signedInCalls(shop, "2");
  const [bounced] = (await mail.list({ tab: "bounced" })).rows;
  const id = bounced?.id ?? "";
  expect((await mail.detail({ id })).isStopped).toBe(true);
  const { refused } = await mail.sendAgain({ ids: [id] });
  expect(refused).toEqual([{ id, why: expect.stringMatching(/^Nothing is sent to this address/) }]);

  expect(await mail.allow({ id })).toEqual({ allowed: true });
  expect(await mail.allow({ id })).toEqual({ allowed: false });
  const [sent] = (await mail.list({ tab: "sent" })).rows;
  const again = await mail.sendAgain({ ids: [id, sent?.id ?? "", id] });
  expect(again.queued).toEqual([id]);
  expect(again.refused).toEqual([{ id: sent?.id, why: expect.stringMatching(/was already sent\.$/) }]);
  expect(await mailRow(id)).toMatchObject({ state: "queued", attempts: 0, last_error: null });
  await sendDue({ send: () => Promise.resolve() });
  expect((await mailRow(id)).state).toBe("sent");
  expect((await arrivedAt(shop, "gone@bounce.example")).length).toBe(0);

  expect(await auditsAbout("mail.address allowed")).toMatchObject([{ actor_id: "2", flag: "showStudents" }]);
  expect(await activity("mail.sent again")).toMatchObject([
    { before: { State: "bounced" }, after: { State: "queued" } },
  ]);
});

test("emails that are sent again while another one is queued don't deadlock", async () => {
  const { mail } = await signedInCalls(shop);
  const queued = [await queue({ email: "one@again.example" }), await queue({ email: "two@again.example" })];
  const ids = queued.toSorted();
  const [{ database }, { requestTask }] = await Promise.all([
    import("~/platform/db/pool.server"),
    import("~/platform/jobs/task.server"),
  ]);
  await database().query("UPDATE mails SET state = 'failed' WHERE id = ANY($1)", [ids]);
  await emptyQueue("mail.send");
  const again = await inShop(async (tx) => {
    await tx.$client.query("SELECT 1 FROM mails WHERE id = $1 FOR UPDATE", [ids[1]]);
    const waiting = { answer: mail.sendAgain({ ids }) };
    waiting.answer.catch(() => undefined);
    await expect.poll(countWaitingSessions).toBe(1);
    await requestTask({ name: "mail.send" }, DEMO, { tx });
    return waiting;
  });
  expect(await again.answer).toEqual({ queued: ids, refused: [] });
});

/** 10,000 emails that were sent in the second shop. @param key what their keys begin with */
async function addSentMails(key: string): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    `INSERT INTO mails (shop, id, key, text_id, to_email, subject, text_body, html_body, message_id, state,
                        created_at, queued_at, next_attempt_at)
     SELECT $1, gen_random_uuid(), $2 || number, 'ends', $2 || number || '@x.example', '', '', '', '', 'sent', now(), now(), now()
       FROM generate_series(1, 10000) AS number`,
    [SECOND, key],
  );
  await database().query("VACUUM ANALYZE mails");
}

test.each(["bounced", "failed"] as const)(
  "the tab of emails that are %s is read from its index",
  async (tab) => {
    await addSentMails(tab);
    const { mail } = await signedInCalls(shop, "1", SECOND);
    const [plan] = await plansOf("mails", () => mail.list({ tab }));
    expect(plan).toContain("Index Scan using mails_not_sent");
  },
);

test("part of an address is found by its index", async () => {
  await addSentMails("searched");
  const { mail } = await signedInCalls(shop, "1", SECOND);
  const { rows } = await mail.list({ search: "EARCHED4321@" });
  expect(rows.map(({ to }) => to.email)).toEqual(["searched4321@x.example"]);
  // No row has this address: one that ANALYZE took into its histogram counts as a hundredth of all, for which another index is cheaper.
  const [plan] = await plansOf("mails", () => mail.list({ search: "EARCHED-NOBODY@" }));
  expect(plan).toContain("mails_search");
});
