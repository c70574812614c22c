import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MailRefused, type MailServer } from "~/connectors/mail/port";
import type { InvitationScope } from "~/domain/invitations/audiences";
import type { Invitee } from "~/domain/invitations/person";
import { callsOf, signedInCalls } from "../../support/calls.ts";
import { jobOf, jobRows } from "../../support/jobs.ts";
import { emptyQueue } from "../../support/queue.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";
import { register } from "../events/support.ts";
import { arrivedAt, blockAddress, pausesAreOver, sendDue } from "../mail/support.ts";
import { inShop, invitedAnHourAgo, invitePartner, inviting, OWNER, PARTNERS } from "./support.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("bulkinvite");
  await signedInCalls(shop, "1", DEMO);
  await signedInCalls(shop, "1", SECOND);
});
beforeEach(() => emptyQueue());
afterAll(() => shop.close());

const person = (email: string): Invitee => ({
  firstName: "Ana",
  lastName: "Martin",
  email,
  additionalTags: ["Berlin"],
});
const people = (count: number, domain: string) =>
  Array.from({ length: count }, (_, n) => person(`p${n}@${domain}`));

let operations = 0;
async function startInvite(people: readonly Invitee[], scope: InvitationScope = PARTNERS) {
  const { startBulkInvite } = await import("~/domain/invitations/bulk.server");
  const operationId = `operation-${++operations}`;
  return inShop((tx) => startBulkInvite(tx, DEMO, { scope, people, by: OWNER, operationId }));
}

interface RunOptions {
  server?: MailServer;
  signal?: AbortSignal;
  /** Runs before each round of sending. */
  beforeSending?: () => Promise<unknown>;
}

/** Runs a job while mails are sent, as a worker does both concurrently. */
async function work(jobId: string, { server, signal, beforeSending }: RunOptions = {}) {
  const [{ inviteManyJob, reinviteManyJob }, { runJob }] = await Promise.all([
    import("~/domain/invitations/bulk.server"),
    import("~/platform/jobs/run-job.server"),
  ]);
  const kinds = new Map([inviteManyJob, reinviteManyJob].map((kind) => [kind.name, kind]));
  let isOver = false;
  const running = runJob(DEMO, jobId, kinds, signal ?? new AbortController().signal).finally(() => {
    isOver = true;
  });
  const sending = (async () => {
    while (!isOver) {
      await beforeSending?.();
      await sendDue(server);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  await Promise.allSettled([running, sending]);
  await sending;
  return running;
}

const read = async (jobId: string) => ({ job: await jobOf(jobId), items: await jobRows(jobId) });

test("one request invites more people again than a statement has parameters", async () => {
  const { startBulkReinvite } = await import("~/domain/invitations/bulk.server");
  const invitation = await invitePartner("among.many@x.example");
  const gone = Array.from({ length: 70_000 }, () => randomUUID());
  const asking = {
    audience: "partner" as const,
    ids: [...gone, invitation.id],
    by: OWNER,
    operationId: "many-again",
  };
  const jobId = await inShop((tx) => startBulkReinvite(tx, DEMO, asking));
  expect((await jobOf(jobId)).total).toBe(70_001);
  const { jobs } = await callsOf();
  const [first, last] = await Promise.all([
    jobs.items({ id: jobId }),
    jobs.items({ id: jobId, direction: "previous" }),
  ]);
  expect([first.rows[0]?.label, last.rows.at(-1)?.label]).toEqual([
    "Deleted invitation",
    "among.many@x.example",
  ]);
});

const control = async () => import("~/platform/jobs/control-job.server");
const settled = "Invited: the mail server accepted the email.";

test("each person has an outcome, which is done once the mail server accepts the mail", async () => {
  await invitePartner("here@bulk.example");
  const registered = await invitePartner("registered@bulk.example");
  const { database } = await import("~/platform/db/pool.server");
  await register(registered.id);
  await blockAddress("stopped@bulk.example");
  const id = await startInvite(
    ["new", "here", "registered", "stopped", "NEW", "bounces"].map((name) => person(`${name}@bulk.example`)),
  );
  const bouncing: MailServer = {
    async send({ to }) {
      if (to.email.startsWith("bounces")) throw new MailRefused("recipient", "550 5.1.1 gone");
    },
  };
  await work(id, { server: bouncing });
  const { job, items } = await read(id);
  expect(job).toMatchObject({
    title: "Invite 6 partner users",
    state: "completed",
    done: 1,
    skipped: 3,
    failed: 2,
  });
  const { rows } = await database().query("SELECT permission FROM jobs WHERE id = $1", [id]);
  expect(rows).toEqual([{ permission: '"showPartnerUsers"' }]);
  expect(items.map(({ state }) => state)).toEqual(
    items.map(({ label }) =>
      label === "new@bulk.example" ? "done" : /stopped|bounces/.test(label) ? "failed" : "skipped",
    ),
  );
  const messages = Object.fromEntries(items.map(({ label, message }) => [label, message]));
  expect(messages["here@bulk.example"]).toMatch(/^here@bulk.example was invited .* ago\. Wait/);
  expect(messages["registered@bulk.example"]).toContain("has already registered");
  expect(messages["stopped@bulk.example"]).toContain("Nothing is sent to this address");
  expect(messages["bounces@bulk.example"]).toBe("The email bounced: 550 5.1.1 gone");
});

test("a reinvite within the wait sends nothing, and its outcome says how many were skipped and why", async () => {
  const { startBulkReinvite } = await import("~/domain/invitations/bulk.server");
  const invitations = [];
  for (let n = 0; n < 6; n += 1) invitations.push(await invitePartner(`wait${n}@bulk.example`));
  const registered = await invitePartner("joined@bulk.example");
  await register(registered.id);
  await invitedAnHourAgo(...invitations.slice(0, 2).map(({ id }) => id));
  const reinvite = (ids: string[], operationId: string) =>
    inShop((tx) => startBulkReinvite(tx, DEMO, { audience: "partner", ids, by: OWNER, operationId }));
  const jobId = await reinvite(
    invitations.map(({ id }) => id),
    "within-the-wait",
  );
  await work(jobId);
  expect((await jobOf(jobId)).outcome).toMatchObject({
    level: "info",
    text: "2 sent, 4 skipped: invited less than 10 minutes ago",
  });

  const again = await reinvite([invitations[0]?.id ?? "", registered.id], "within-the-wait-again");
  await work(again);
  expect((await jobOf(again)).outcome).toMatchObject({
    level: "warning",
    text: "2 skipped (1 already registered, 1 invited less than 10 minutes ago)",
  });
});

test("the mail server sets the pace, a pause stops the rest, resuming continues, and no person is mailed twice", async () => {
  const id = await startInvite(people(60, "paced.example"));
  const { pauseJob, resumeJob } = await control();
  const got: string[] = [];
  const slow: MailServer = {
    async send({ to }) {
      got.push(to.email);
      if (got.length === 12) await inShop((tx) => pauseJob(tx, DEMO, id, OWNER));
    },
  };
  await work(id, { server: slow });
  const halfway = await read(id);
  expect(halfway.job).toMatchObject({ state: "paused", done: got.length });
  expect(got.length).toBeLessThan(50);
  expect(new Set(halfway.items.map(({ state }) => state))).toEqual(new Set(["done", "waiting"]));
  await inShop((tx) => resumeJob(tx, DEMO, id));
  await work(id, { server: slow });
  const { job, items } = await read(id);
  expect(job).toMatchObject({ state: "completed", done: 60, failed: 0, skipped: 0 });
  expect(new Set(items.map(({ message }) => message))).toEqual(new Set([settled]));
  expect(got).toHaveLength(60);
  expect(new Set(got).size).toBe(60);
});

test("a crash between queuing a mail and storing its outcome repeats nothing", async () => {
  const id = await startInvite(people(30, "crash.example"));
  const stops = new AbortController();
  const got: string[] = [];
  const dying: MailServer = {
    async send({ to }) {
      got.push(to.email);
      if (got.length === 15) stops.abort();
    },
  };
  await expect(work(id, { server: dying, signal: stops.signal })).rejects.toThrow("The process is stopping");
  expect(await jobOf(id)).toMatchObject({ state: "running" });
  await work(id, { server: dying });
  expect(await jobOf(id)).toMatchObject({ state: "completed", done: 30 });
  expect(got).toHaveLength(30);
  expect(new Set(got).size).toBe(30);
  const { partnerusers } = await callsOf();
  const { rows } = await partnerusers.invited({
    body: { searchValue: "@crash.example" },
    query: { pageSize: 100 },
  });
  expect(rows.map(({ mails }) => mails)).toEqual(Array(30).fill(1));
});

test("a deferred mail doesn't block the job, and its row says that the mail is retried automatically", async () => {
  const id = await startInvite(people(60, "later.example"));
  const { database } = await import("~/platform/db/pool.server");
  const busy: MailServer = {
    async send({ to }) {
      if (/^p\d@/.test(to.email)) throw new MailRefused("later", "451 4.7.1 Greylisted.");
    },
  };
  // Ends the backoff between attempts.
  const beforeSending = () =>
    database().query("UPDATE mails SET next_attempt_at = now() WHERE state = 'queued' AND attempts < 3");
  await work(id, { server: busy, beforeSending });
  const { job, items } = await read(id);
  expect(job).toMatchObject({ state: "completed", done: 50, failed: 10 });
  expect(items[0]?.message).toBe(
    "The mail server hasn't accepted the email yet: 451 4.7.1 Greylisted. It is retried automatically for two days.",
  );
  // After the mail was accepted, retrying the row queues no other one.
  await pausesAreOver();
  const willing: MailServer = { send: async () => undefined };
  await sendDue(willing);
  const { retryFailedItems } = await control();
  await inShop((tx) => retryFailedItems(tx, DEMO, id));
  await work(id, { server: willing });
  expect(await jobOf(id)).toMatchObject({ state: "completed", done: 60, failed: 0 });
  const { mail } = await callsOf();
  expect((await mail.hits({ search: "@later.example" })).all).toEqual({ count: 60, exact: true });
});

test("after a cancellation, rows whose mails are in flight say so, and the rest isn't queued", async () => {
  const id = await startInvite(people(80, "cancelled.example"));
  const { cancelJob } = await control();
  let sent = 0;
  const server: MailServer = {
    async send() {
      if (++sent === 10) await inShop((tx) => cancelJob(tx, DEMO, id));
    },
  };
  await work(id, { server });
  await sendDue(server);
  const { job, items } = await read(id);
  expect(job.state).toBe("cancelled");
  const claimedCount = items.filter(({ state }) => state !== "cancelled").length;
  expect(sent).toBe(claimedCount);
  expect(claimedCount).toBeLessThan(40);
});

test("a job invites people again, a missing invitation fails alone, and another audience's isn't found", async () => {
  const { startBulkReinvite } = await import("~/domain/invitations/bulk.server");
  const earlier = inviting({ now: new Date(Date.now() - 3_600_000) });
  const invitation = await invitePartner("again@bulk.example", { request: earlier });
  // Else the second invitation would withdraw it.
  await sendDue();
  const gone = "11111111-1111-4111-8111-111111111111";
  const start = (audience: "partner" | "retiree", operationId: string) =>
    inShop((tx) =>
      startBulkReinvite(tx, DEMO, {
        audience,
        ids: [invitation.id, gone, invitation.id],
        by: OWNER,
        operationId,
      }),
    );
  const id = await start("partner", "reinvite-1");
  expect(await start("partner", "reinvite-1")).toBe(id);
  await work(id);
  const { job, items } = await read(id);
  expect(job).toMatchObject({ title: "Invite 2 partner users again", done: 1, failed: 1 });
  expect(items).toEqual([
    {
      label: "again@bulk.example",
      state: "done",
      message: "Invited again: the mail server accepted the email.",
    },
    { label: "Deleted invitation", state: "failed", message: "This invitation doesn't exist." },
  ]);
  expect(await arrivedAt(shop, "again@bulk.example")).toHaveLength(2);
  const foreign = await start("retiree", "reinvite-2");
  await work(foreign);
  expect(await jobOf(foreign)).toMatchObject({ done: 0, failed: 2 });
});

test("an empty list and an invalid address are refused, also when the item runs", async () => {
  await expect(startInvite([])).rejects.toMatchObject({
    status: 400,
    message: "There are no people to invite.",
  });
  const hostile = [
    "a@x.example, b@x.example",
    "a@x.example\r\nBcc: b@x.example",
    "a@x.example;b@x.example",
    "Ana <a@x.example>",
  ];
  const id = await startInvite(hostile.map(person));
  await work(id);
  const { job, items } = await read(id);
  expect(job).toMatchObject({ done: 0, failed: 4 });
  expect(items.map(({ message }) => message)).toEqual(Array(4).fill("Email not valid."));
  expect(await arrivedAt(shop, "b@x.example")).toEqual([]);
});
