import { afterAll, beforeAll, expect, test } from "vitest";
import * as SENTENCES from "~/domain/events/limits";
import { signedInCalls } from "../../support/calls.ts";
import { emptyQueue, queuedTasks } from "../../support/queue.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { countWaitingSessions } from "../../support/waiting-sessions.ts";
import { refusalOf } from "../console/two-shops.ts";
import { inShop, invitationNow, inviting } from "../invitations/support.ts";
import { tokenOfLatest, visit } from "../invitations/visitor.ts";
import { sendDue } from "../mail/support.ts";
import { anEvent, inDays, register, startAccepting } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
beforeAll(async () => {
  shop = await openTestShop("places");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

async function invited(eventId: number, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = { email: `guest${index}@guests.example`, firstName: `Guest${index}`, lastName: "Example" };
    const { customer } = await calls.events.inviteOne({ params: { eventId }, body });
    ids.push(customer.id);
  }
  return ids;
}

/** Admits a person and marks them as registered in one transaction, as accepting does. */
async function admit(id: string): Promise<void> {
  const [{ withShop }, { eventAudience }, { lockInvitation }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/events/audience.server"),
    import("~/domain/invitations/invitation.server"),
  ]);
  await withShop(DEMO, async (tx) => {
    const invitation = await lockInvitation(tx, DEMO, "event", id);
    await eventAudience.value.admit?.(tx, invitation);
    await tx.$client.query("UPDATE invitations SET state = 'accepted' WHERE shop = $1 AND id = $2", [
      DEMO,
      id,
    ]);
  });
}

test("twelve concurrent registrations fill exactly three places while the event is changed", async () => {
  const { id } = await calls.events.create(anEvent({ active: true, capacity: 3 }));
  const ids = await invited(id, 12);
  const [outcomes] = await Promise.all([
    Promise.allSettled(ids.map(admit)),
    calls.events.change({ id, dateTo: inDays(370), rsvpBy: inDays(340) }),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  const reasons = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.message] : []));
  expect(new Set(reasons)).toEqual(new Set(["This event is full: every place has been taken."]));
  expect(await calls.events.detail({ id })).toMatchObject({ invited: 12, registered: 3 });
});

test("the last place isn't given away while the registration that took it completes", async () => {
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { id } = await calls.events.create(anEvent({ active: true, capacity: 1 }));
  const [first = "", second = ""] = await invited(id, 2);
  await startAccepting(first);
  const registration = await withShop(DEMO, async (tx) => {
    await tx.$client.query("LOCK TABLE invitation_acceptances");
    const waiting = { outcome: admit(second) };
    waiting.outcome.catch(() => undefined);
    await expect.poll(countWaitingSessions).toBe(1);
    await tx.$client.query("UPDATE invitations SET state = 'accepted' WHERE id = $1", [first]);
    await tx.$client.query("DELETE FROM invitation_acceptances WHERE invitation_id = $1", [first]);
    return waiting;
  });
  await expect(registration.outcome).rejects.toMatchObject({ message: SENTENCES.FULL });
});

test("registering or removing a person while the event's dates change doesn't deadlock", async () => {
  const [{ withShop }, { lockInvitation }, { revokeLinks }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/invitations/invitation.server"),
    import("~/domain/invitations/links.server"),
  ]);
  const { id } = await calls.events.create(anEvent({ active: true }));
  const [guest = ""] = await invited(id, 1);
  let change: Promise<unknown> = Promise.resolve();
  await withShop(DEMO, async (tx) => {
    const invitation = await lockInvitation(tx, DEMO, "event", guest);
    change = calls.events.change({ id, rsvpBy: inDays(3) });
    await expect.poll(countWaitingSessions).toBe(1);
    await revokeLinks(tx, invitation, new Date());
  });
  await expect(change).resolves.toMatchObject({ changed: ["register by"] });
});

test("registration and invitation are refused after the deadline, after the end, and once deleted", async () => {
  const { id } = await calls.events.create(anEvent({ active: true }));
  const [guest = "", ...others] = await invited(id, 2);
  await calls.events.change({ id, rsvpBy: inDays(-1) });
  await expect(admit(guest)).rejects.toMatchObject({
    message: "The time to register for this event has passed.",
  });
  const late = calls.events.inviteOne({
    params: { eventId: id },
    body: { email: "late@guests.example", firstName: "L", lastName: "G" },
  });
  expect((await refusalOf(late)).message).toBe("The time to register for this event has passed.");
  await calls.events.change({ id, rsvpBy: null });
  await admit(guest);
  await calls.events.change({ id, dateFrom: inDays(-2), dateTo: inDays(-1) });
  await expect(admit(others[0] ?? "")).rejects.toMatchObject({ message: "This event is over." });
  await calls.events.archive({ id });
  await expect(admit(others[0] ?? "")).rejects.toMatchObject({ status: 404 });
});

test("a link's page says before the form that the event is full, closed, over or deleted", async () => {
  const { id } = await calls.events.create(anEvent({ active: true, capacity: 1 }));
  const [winner = "", other = ""] = await invited(id, 2);
  const shown = async () => {
    const { response, html } = await visit(await tokenOfLatest({ id: other, shop: DEMO }));
    return [
      response.status,
      html.includes("<form"),
      Object.values(SENTENCES).find((one) => typeof one === "string" && html.includes(one)),
    ];
  };
  expect(await shown()).toEqual([200, true, undefined]);
  const { response } = await visit(await tokenOfLatest({ id: winner, shop: DEMO }), {
    form: { firstName: "Guest", lastName: "Example" },
  });
  expect(response.status).toBe(200);
  // With the form of the waiting list.
  expect(await shown()).toEqual([409, true, "This event is full: every place has been taken."]);
  await calls.events.change({ id, rsvpBy: inDays(-1) });
  expect(await shown()).toEqual([409, false, "The time to register for this event has passed."]);
  await calls.events.change({ id, rsvpBy: null, dateFrom: inDays(-2), dateTo: inDays(-1) });
  expect(await shown()).toEqual([409, false, "This event is over."]);
  await calls.events.archive({ id });
  expect(await shown()).toEqual([404, false, "This event was canceled."]);
});

test("links expire at the registration deadline and work again when it is postponed", async () => {
  const { id } = await calls.events.create(anEvent({ active: true }));
  const [guest = ""] = await invited(id, 1);
  const { database } = await import("~/platform/db/pool.server");
  const state = async () => {
    const { rows } = await database().query<{ link: Date; own: Date; state: string }>(
      `SELECT link.expires_at AS link, invitation.expires_at AS own, invitation.state FROM invitations AS invitation
         JOIN invitation_links AS link ON link.invitation_id = invitation.id WHERE invitation.id = $1`,
      [guest],
    );
    return rows[0];
  };
  const rsvpBy = inDays(2);
  await calls.events.change({ id, rsvpBy });
  expect(await state()).toMatchObject({ link: new Date(rsvpBy), own: new Date(rsvpBy) });
  await calls.events.change({ id, rsvpBy: inDays(-1) });
  const { expireInvitations } = await import("~/domain/invitations/expire.server");
  await expireInvitations.run(DEMO, new AbortController().signal);
  expect((await state())?.state).toBe("expired");
  await calls.events.change({ id, rsvpBy });
  expect(await state()).toMatchObject({ link: new Date(rsvpBy), state: "queued" });
  await register(guest);
});

test("a new deadline moves only the links it affects: the first immediately, the rest in the background", async () => {
  const { id } = await calls.events.create(anEvent({ active: true }));
  const { database } = await import("~/platform/db/pool.server");
  await database().query(
    `WITH invited AS (
       INSERT INTO invitations (shop, id, audience, group_id, email, first_name, last_name, invited_at, invited_by_id,
                                invited_by_name, last_invited_at, expires_at, operation_id, state)
       SELECT $1, gen_random_uuid(), 'event', $2, 'many' || n || '@x.example', 'A', 'B', now(), '1', 'Olivia Owner', now(),
              now() + interval '30 days', 'many' || n, 'sent' FROM generate_series(1, 1200) AS n
       RETURNING shop, id, last_invited_at, expires_at)
     INSERT INTO invitation_links (shop, id, invitation_id, token_hash, created_at, expires_at)
     SELECT shop, gen_random_uuid(), id, id::text, last_invited_at, expires_at FROM invited`,
    [DEMO, String(id)],
  );
  const read = async <Read>(what: string, values: unknown[] = []): Promise<Read> => {
    const from = `FROM invitations i JOIN invitation_links l ON l.shop = i.shop AND l.invitation_id = i.id WHERE i.group_id = $1`;
    return (await database().query(`SELECT ${what} AS read ${from}`, [String(id), ...values])).rows[0].read;
  };
  const rows = () => read<string>("md5(string_agg(i.xmin || ' ' || l.xmin, ',' ORDER BY i.id))");
  const moved = (to: string) =>
    read<number>("count(*) FILTER (WHERE i.expires_at = $2 AND l.expires_at = $2)::int", [to]);

  const before = await rows();
  await calls.events.change({ id, rsvpBy: inDays(200) });
  expect(await rows()).toBe(before);

  const rsvpBy = inDays(2);
  await calls.events.change({ id, rsvpBy });
  expect(await moved(rsvpBy)).toBe(1_000);
  expect(await queuedTasks("events.updateLinkExpiry")).toHaveLength(1);
  const { updateRemainingLinkExpiry } = await import("~/domain/events/release-held-mails.server");
  await updateRemainingLinkExpiry.run(DEMO, new AbortController().signal);
  expect(await moved(rsvpBy)).toBe(1_200);
});

test("an invitation that is sent while the deadline changes ends with the new one", async () => {
  const [{ invite }, { updateRemainingLinkExpiry }] = await Promise.all([
    import("~/domain/invitations/invite.server"),
    import("~/domain/events/release-held-mails.server"),
  ]);
  const { id } = await calls.events.create(anEvent({ active: true }));
  await emptyQueue("events.updateLinkExpiry");
  const rsvpBy = inDays(2);
  const sent = await inShop(async (tx) => {
    const scope = { audience: "event", groupId: String(id) } as const;
    const guest = { firstName: "L", lastName: "G", additionalTags: [], email: "late@guests.example" };
    const invitation = await invite(tx, DEMO, scope, guest, inviting());
    await calls.events.change({ id, rsvpBy });
    return invitation;
  });
  const [request, ...more] = await queuedTasks("events.updateLinkExpiry");
  expect([request?.startsAt.getTime(), more]).toEqual([expect.toSatisfy((at) => at > Date.now()), []]);
  await updateRemainingLinkExpiry.run(DEMO, new AbortController().signal);
  expect((await invitationNow(sent.id)).expires_at).toEqual(new Date(rsvpBy));
});

test("a draft takes no registrations: its links say so until it is published, and inviting to it warns", async () => {
  const { id } = await calls.events.create(anEvent({ active: false }));
  const [{ answerCall }, { inviteTexts }] = await Promise.all([
    import("~/core/answer-call.server"),
    import("~/functions/events/page.server"),
  ]);
  const guest = { email: "draft@guests.example", firstName: "Dora", lastName: "Draft" };
  // As the dialog posts it.
  const input = { params: { eventId: String(id) }, body: { operationId: "draft-invite", ...guest } };
  expect(await answerCall(calls, inviteTexts, { call: "events.inviteOne", input })).toMatchObject({
    accepted: true,
    notice: { level: "warning", text: expect.stringContaining("The event is a draft.") },
  });
  const { list } = await calls.events.inviteList({ eventId: id });
  const invitation = { id: list[0]?.id ?? "", shop: DEMO };
  // The email leaves nevertheless, so no text may say that it waits.
  await sendDue();
  expect((await calls.events.inviteList({ eventId: id })).list).toMatchObject([{ state: "sent" }]);
  const token = await tokenOfLatest(invitation);
  const before = await visit(token);
  expect(before.response.status).toBe(409);
  expect(before.html).toContain("opened yet");
  await expect(admit(invitation.id)).rejects.toMatchObject({ message: SENTENCES.NOT_OPEN });
  await calls.events.change({ id, active: true });
  expect((await visit(token)).response.status).toBe(200);
  await admit(invitation.id);
});

test("a date without a time means the whole day, and texts for invited people name the time zone", async () => {
  const dates = { dateFrom: "12/01/2099", dateTo: "12/10/2099", rsvpBy: "12/08/2099" };
  const event = await calls.events.create(anEvent({ active: true, ...dates }));
  expect(event).toMatchObject({
    dateFrom: "2099-12-01T05:00:00.000Z",
    dateTo: "2099-12-11T04:59:59.000Z",
    rsvpBy: "2099-12-09T04:59:59.000Z",
  });
  const [{ withShop }, { eventAudience }] = await Promise.all([
    import("~/platform/db/with-shop.server"),
    import("~/domain/events/audience.server"),
  ]);
  const { details } = await withShop(DEMO, (tx) => eventAudience.value.read(tx, DEMO, String(event.id)));
  expect(details.slice(1)).toEqual([
    "12/01/2099 12:00 AM EST to 12/10/2099 11:59 PM EST",
    "Please register by 12/08/2099 11:59 PM EST.",
  ]);
});
