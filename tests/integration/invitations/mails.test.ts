import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { MailRefused, type MailServer } from "~/connectors/mail/port";
import * as EVENT from "~/domain/events/limits";
import type { Invitation } from "~/domain/invitations/invitation.server";
import { signedInCalls } from "../../support/calls.ts";
import { jobRows } from "../../support/jobs.ts";
import { outbox } from "../../support/outbox.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { hearMessages } from "../../support/postgres.ts";
import { queuedTasks } from "../../support/queue.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { refusalOf } from "../console/two-shops.ts";
import { anEvent, inDays, register } from "../events/support.ts";
import { blockAddress, mailRow, pausesAreOver, sendDue } from "../mail/support.ts";
import { inShop, invitationNow, invitePartner, inviting, OWNER, PARTNERS } from "./support.ts";
import { stateOf, tokenOfLatest, USED, visit } from "./visitor.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
beforeAll(async () => {
  shop = await openTestShop("invitation_mails");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

const NAMES = { firstName: "Ana", lastName: "Martin" };

const refusing = (why: MailRefused["why"], message: string): MailServer => ({
  send: () => Promise.reject(new MailRefused(why, message)),
});
const down = refusing("later", "421 busy");
const unwilling = refusing("mail", "550 5.7.1 sender address rejected");

async function rowsOf<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { database } = await import("~/platform/db/pool.server");
  return (await database().query<Row>(text, values)).rows;
}

/** The recipients of the mails that are sent when every pause is over. */
async function leaving(): Promise<string[]> {
  await pausesAreOver();
  const to: string[] = [];
  await sendDue({ send: async (mail) => void to.push(mail.to.email) });
  return to;
}

/** Invites again after the pause. */
async function reinviteLater({ id, audience }: Pick<Invitation, "id" | "audience">, minutes = 11) {
  const { reinvite } = await import("~/domain/invitations/invite.server");
  const now = new Date(Date.now() + minutes * 60_000);
  await inShop((tx) => reinvite(tx, DEMO, { audience, id }, inviting({ now })));
}

async function inviteToEvent(email: string, more: { capacity?: number } = {}) {
  const { id } = await calls.events.create(anEvent({ active: true, ...more }));
  const { customer } = await calls.events.inviteOne({ params: { eventId: id }, body: { email, ...NAMES } });
  return { eventId: id, invitation: { id: customer.id, shop: DEMO, audience: "event" as const } };
}

test("of several queued mails for one person, only the newest is sent", async () => {
  const one = await invitePartner("several@x.example");
  await sendDue(down);
  await reinviteLater(one);
  await reinviteLater(one, 22);
  expect(await leaving()).toEqual(["several@x.example"]);
});

test("no queued mail is sent once the invitation is deleted or the person has registered", async () => {
  const deleted = await invitePartner("deleted@x.example");
  const used = await invitePartner("used@x.example");
  await sendDue(down);
  const token = await tokenOfLatest(used);
  await reinviteLater(deleted);
  await reinviteLater(used);
  await calls.partnerusers.revoke({ id: deleted.id });
  expect((await visit(token, { form: NAMES })).response.status).toBe(200);
  expect(await leaving()).toEqual([]);
});

test("no mail is sent if the deletion happens while it is in flight, or if it is retried on the Mail page", async () => {
  const deleted = await invitePartner("late@x.example");
  const used = await invitePartner("late-used@x.example");
  const ids = [deleted.mailId ?? "", used.mailId ?? ""];
  await sendDue({
    async send({ to }) {
      if (to.email === deleted.email) await calls.partnerusers.revoke({ id: deleted.id });
      else await visit(await tokenOfLatest(used), { form: NAMES });
      throw new MailRefused("later", "421 busy");
    },
  });
  expect(await leaving()).toEqual([]);
  expect(await mailRow(ids[0] ?? "")).toMatchObject({
    state: "failed",
    last_error: "The invitation was deleted, so its email wasn't sent.",
  });
  const { queued, refused } = await calls.mail.sendAgain({ ids });
  expect(queued).toEqual([]);
  expect(refused.map(({ why }) => why).toSorted()).toEqual([
    "The invitation was deleted, so its email wasn't sent.",
    "The person has already registered, so this invitation wasn't sent.",
  ]);
  expect(await calls.partnerusers.restore({ id: deleted.id })).toMatchObject({
    state: "queued",
    notSent: null,
  });
  expect(await leaving()).toEqual(["late@x.example"]);
});

test("no mail is sent for a deleted, closed or full event, and each is sent once when that changes", async () => {
  const gone = await inviteToEvent("gone@x.example");
  const closed = await inviteToEvent("closed@x.example");
  const full = await inviteToEvent("full@x.example", { capacity: 1 });
  const body = { email: "first@x.example", ...NAMES };
  const { customer } = await calls.events.inviteOne({ params: { eventId: full.eventId }, body });
  await register(customer.id);
  await calls.events.archive({ id: gone.eventId });
  await calls.events.change({ id: closed.eventId, rsvpBy: inDays(-1) });
  const all = [gone, closed, full];
  const messageIds = async () => {
    const mails = await Promise.all(["gone@", "closed@", "full@"].map((to) => outbox({ to })));
    return mails.map((theirs) => theirs.map(({ messageId }) => messageId));
  };
  const written = await messageIds();
  expect(written.map(({ length }) => length)).toEqual([1, 1, 1]);
  expect(await leaving()).toEqual([]);
  const reasons = await Promise.all(
    all.map(async (one) => (await invitationNow(one.invitation.id)).last_error),
  );
  expect(reasons).toEqual([EVENT.GONE, EVENT.CLOSED, EVENT.FULL]);

  const { releaseHeldMails } = await import("~/domain/events/release-held-mails.server");
  const release = () => releaseHeldMails.run(DEMO, new AbortController().signal);
  const { publishChange } = await import("~/platform/realtime/publish.server");
  const heard = await hearMessages();
  await release();
  publishChange(DEMO, "owner", { list: "afterward" });
  await vi.waitFor(() => expect(heard.join()).toContain("afterward"));
  // Every five minutes, pages would read their lists again for nothing.
  expect(heard.filter((message) => message.includes("event-invitees"))).toEqual([]);
  expect(await leaving()).toEqual([]);
  await calls.events.restore({ id: gone.eventId });
  await calls.events.change({ id: closed.eventId, rsvpBy: null });
  await calls.events.change({ id: full.eventId, capacity: 2 });
  expect(await queuedTasks(releaseHeldMails.name)).not.toEqual([]);
  await Promise.all([release(), release()]);
  expect((await leaving()).toSorted()).toEqual(["closed@x.example", "full@x.example", "gone@x.example"]);
  await release();
  expect(await leaving()).toEqual([]);
  expect(await messageIds()).toEqual(written);
  expect(await Promise.all(all.map((one) => stateOf(one.invitation)))).toEqual(["sent", "sent", "sent"]);
});

test("a mail that waits is sent with the present name and dates of its event, held back or not", async () => {
  const held = await inviteToEvent("held@x.example");
  const queued = await inviteToEvent("still-queued@x.example");
  await calls.events.change({ id: held.eventId, rsvpBy: inDays(-1) });
  await sendDue(down);
  for (const { eventId: id } of [held, queued])
    await calls.events.change({
      id,
      name: "Moved",
      dateFrom: "07/04/2035 9:00:00 AM",
      dateTo: "07/04/2035 5:00:00 PM",
      rsvpBy: null,
    });
  const { releaseHeldMails } = await import("~/domain/events/release-held-mails.server");
  await releaseHeldMails.run(DEMO, new AbortController().signal);
  await pausesAreOver();
  const sent: Parameters<MailServer["send"]>[0][] = [];
  await sendDue({ send: async (mail) => void sent.push(mail) });
  expect(sent.map(({ to }) => to.email).toSorted()).toEqual(["held@x.example", "still-queued@x.example"]);
  for (const { subject, text, html } of sent) {
    expect(subject).toBe("You are invited: Moved");
    expect(text).toMatch(/07\/04\/2035 9:00 AM/);
    expect(text).toMatch(/\/invitation\/[^/\s]+/);
    expect(html).toContain("07/04/2035");
  }
  for (const to of ["held@", "still-queued@"])
    expect(await outbox({ to })).toMatchObject([{ subject: "You are invited: Moved" }]);
});

test("a mail that waits is sent with the present names of its person and user type", async () => {
  const { id, version } = await invitePartner("corrected@x.example");
  const { userType } = await calls.invites.userTypes.create({ name: "Distributor", tags: "" });
  const { invite } = await import("~/domain/invitations/invite.server");
  const scope = { audience: "usertype", groupId: String(userType.userTypeID) } as const;
  const person = { ...NAMES, email: "renamed-type@x.example", additionalTags: [] };
  await inShop((tx) => invite(tx, DEMO, scope, person, inviting()));
  await sendDue(down);
  const { editInvitation } = await import("~/domain/invitations/restore.server");
  const names = { firstName: "Anna", lastName: "Martin" };
  const which = { audience: "partner", id, version } as const;
  await inShop((tx) => editInvitation(tx, DEMO, which, names, inviting()));
  const { userTypeID: typeId, version: typeVersion } = userType;
  await calls.invites.userTypes.change({ id: typeId, version: typeVersion, name: "Dealer", tags: "" });
  await pausesAreOver();
  const texts = new Map<string, string>();
  await sendDue({ send: async ({ to, text }) => void texts.set(to.email, text) });
  expect(texts.get("corrected@x.example")).toMatch(/^Hello Anna,/);
  expect(texts.get("renamed-type@x.example")).toContain("as Dealer.");
});

test("a mail that can't be rendered again is sent as it was queued, and doesn't block the others", async () => {
  await inviteToEvent("unrendered@x.example");
  await sendDue(down);
  // As a version of the app leaves it that no longer has the placeholder.
  await rowsOf(
    `INSERT INTO mail_texts (shop, text_id, subject, body, changed_at, changed_by)
     VALUES ($1, 'invitation.event', 'To {{place}}', '{{link}}', now(), 'Olivia Owner')`,
    [DEMO],
  );
  await invitePartner("after-it@x.example");
  expect((await leaving()).toSorted()).toEqual(["after-it@x.example", "unrendered@x.example"]);
  expect(await outbox({ to: "unrendered@" })).toMatchObject([
    { subject: expect.stringMatching(/^You are invited: /) },
  ]);
  await rowsOf("DELETE FROM mail_texts");
});

test("a restored event that has closed holds its mails with the current reason", async () => {
  const { eventId, invitation } = await inviteToEvent("closed-by-then@x.example");
  await calls.events.archive({ id: eventId });
  expect(await leaving()).toEqual([]);
  await calls.events.restore({ id: eventId });
  await calls.events.change({ id: eventId, rsvpBy: inDays(-1) });
  const { releaseHeldMails } = await import("~/domain/events/release-held-mails.server");
  await releaseHeldMails.run(DEMO, new AbortController().signal);
  expect(await leaving()).toEqual([]);
  expect((await invitationNow(invitation.id)).last_error).toBe(EVENT.CLOSED);
});

test("a mail whose link isn't moved yet to the event's new end is sent after it is", async () => {
  const { eventId, invitation } = await inviteToEvent("moved-later@x.example");
  await calls.events.change({ id: eventId, rsvpBy: inDays(-1) });
  expect(await leaving()).toEqual([]);
  const [old] = await rowsOf<{ expires_at: Date }>("SELECT expires_at FROM invitations WHERE id = $1", [
    invitation.id,
  ]);
  await calls.events.change({ id: eventId, rsvpBy: null });
  // Of many invitations, only the first ones are moved with their event.
  await rowsOf("UPDATE invitations SET expires_at = $2 WHERE id = $1", [invitation.id, old?.expires_at]);
  await rowsOf("UPDATE invitation_links SET expires_at = $2 WHERE invitation_id = $1", [
    invitation.id,
    old?.expires_at,
  ]);
  const { releaseHeldMails, updateRemainingLinkExpiry } = await import(
    "~/domain/events/release-held-mails.server"
  );
  const going = new AbortController().signal;
  await releaseHeldMails.run(DEMO, going);
  expect(await leaving()).toEqual([]);
  await releaseHeldMails.run(DEMO, going);
  expect(await leaving()).toEqual([]);
  await updateRemainingLinkExpiry.run(DEMO, going);
  await releaseHeldMails.run(DEMO, going);
  expect(await leaving()).toEqual(["moved-later@x.example"]);
});

test("an invitation to a full event is refused", async () => {
  const { eventId, invitation } = await inviteToEvent("only@x.example", { capacity: 1 });
  await register(invitation.id);
  const body = { email: "too-late@x.example", ...NAMES };
  const one = calls.events.inviteOne({ params: { eventId }, body });
  expect(await refusalOf(one)).toMatchObject({ status: 409, message: EVENT.FULL });
  const many = calls.events.inviteMany({ params: { eventId }, query: {}, body: [body] });
  expect(await refusalOf(many)).toMatchObject({ status: 409, message: EVENT.FULL });
});

test("failed rows of a bulk invite that are retried send their mails, unless the address refuses them", async () => {
  const [{ startBulkInvite, inviteManyJob }, { runJob }, { retryFailedItems }] = await Promise.all([
    import("~/domain/invitations/bulk.server"),
    import("~/platform/jobs/run-job.server"),
    import("~/platform/jobs/control-job.server"),
  ]);
  const people = ["a", "b"].map((name) => ({ ...NAMES, email: `${name}@retry.example`, additionalTags: [] }));
  const asking = { scope: PARTNERS, people, by: OWNER, operationId: "operation-retry" };
  const id = await inShop((tx) => startBulkInvite(tx, DEMO, asking));
  const kinds = new Map([[inviteManyJob.name, inviteManyJob]]) as unknown as Parameters<typeof runJob>[2];
  const work = async (server: MailServer) => {
    let isOver = false;
    const running = runJob(DEMO, id, kinds, new AbortController().signal).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await sendDue(server);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await running;
    return (await jobRows(id)).map(({ state }) => state);
  };
  const ids = async () =>
    (await outbox({ to: "@retry.example" })).map(({ messageId }) => messageId).toSorted();
  expect(await work(unwilling)).toEqual(["failed", "failed"]);
  const before = await ids();
  await blockAddress("b@retry.example");
  await inShop((tx) => retryFailedItems(tx, DEMO, id));
  const to: string[] = [];
  expect(await work({ send: async (mail) => void to.push(mail.to.email) })).toEqual(["done", "failed"]);
  expect(to).toEqual(["a@retry.example"]);
  expect(await ids()).toEqual(before);
});

test("undoing a deletion requests its held mail again", async () => {
  const one = await invitePartner("restored@x.example");
  await sendDue();
  await reinviteLater(one);
  await calls.partnerusers.revoke({ id: one.id });
  await calls.partnerusers.restore({ id: one.id });
  expect(await stateOf(one)).toBe("queued");
  expect(await leaving()).toEqual(["restored@x.example"]);
});

test("a person who is deleted after their mail was sent and invited again waits for the pause", async () => {
  const one = await invitePartner("again@x.example");
  await sendDue();
  await calls.partnerusers.revoke({ id: one.id });
  await expect(invitePartner("again@x.example")).rejects.toMatchObject({ code: "IN_COOLDOWN" });
  expect(await stateOf(one)).toBe("revoked");
});

test("a reopened invitation has the state of its newest mail", async () => {
  const deleted = await invitePartner("stands-deleted@x.example");
  const { eventId, invitation } = await inviteToEvent("stands-event@x.example");
  await sendDue();
  for (const one of [deleted, invitation]) {
    await visit(await tokenOfLatest(one), USED);
    expect(await stateOf(one)).toBe("delivered");
    await reinviteLater(one);
  }
  const { expireInvitations } = await import("~/domain/invitations/expire.server");
  await calls.events.change({ id: eventId, dateFrom: inDays(-3), dateTo: inDays(-1) });
  await expireInvitations.run(DEMO, new AbortController().signal);
  expect(await stateOf(invitation)).toBe("expired");
  await calls.events.change({ id: eventId, dateTo: inDays(20) });
  expect(await stateOf(invitation)).toBe("queued");
  await sendDue(refusing("recipient", "550 5.1.1 gone"));
  expect(await stateOf(invitation)).toBe("bounced");
  await calls.partnerusers.revoke({ id: deleted.id });
  await calls.partnerusers.restore({ id: deleted.id });
  expect(await stateOf(deleted)).toBe("bounced");
});

test("an erasure waits for the person's mail or registration in progress, without a deadlock", async () => {
  const [{ redactCustomer }, { withShop }] = await Promise.all([
    import("../../support/erasure.ts"),
    import("~/platform/db/with-shop.server"),
  ]);
  const customerId = await registerStudent(shop.localStore, { name: "Ana Erased" });
  await refreshMirror([customerId]);
  const erasedWhile = async (held: "mails" | "invitations", next: string) => {
    const { id, mailId } = await invitePartner(`erased-${held}@x.example`);
    await rowsOf("UPDATE invitations SET customer_id = $2 WHERE id = $1", [id, customerId]);
    const ids = { mails: mailId, invitations: id };
    let erasing: Promise<unknown> = Promise.resolve();
    await withShop(DEMO, async (tx) => {
      await tx.$client.query(`SELECT 1 FROM ${held} WHERE id = $1 FOR UPDATE`, [ids[held]]);
      // Shopify may no longer know the address that was invited.
      erasing = redactCustomer(DEMO, { id: customerId, email: "another@x.example" });
      erasing.catch(() => undefined);
      await expect.poll(countWaitingSessions).toBe(1);
      await tx.$client.query(next, [held === "mails" ? mailId : customerId]);
    });
    await erasing;
    expect(await rowsOf("SELECT 1 FROM mails WHERE id = $1", [mailId])).toEqual([]);
    expect(await invitationNow(id)).toBeUndefined();
  };
  await erasedWhile("invitations", "UPDATE customers SET first_name = 'Ana' WHERE id = $1");
  await erasedWhile("mails", "UPDATE mails SET state = 'sending' WHERE id = $1");
});
