import { addDays } from "date-fns";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { signedInCalls } from "../../support/calls.ts";
import { redactCustomer } from "../../support/erasure.ts";
import { ledgerServices } from "../../support/ledger.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { emptyQueue } from "../../support/queue.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { arrivedAt, sendDue } from "../mail/support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
let ledger: Awaited<ReturnType<typeof ledgerServices>>;
let people: number[];
beforeAll(async () => {
  shop = await openTestShop("creditends");
  calls = await signedInCalls(shop);
  ledger = await ledgerServices(shop);
  people = await ledger.customers(11, "Ends");
});
afterAll(() => shop.close());

const nextPerson = () => people.pop() as number;

/** Ten o'clock in New York, the demo shop's time zone, this many days after a day far from a change of the clocks. */
const MORNING = new Date("2031-01-10T15:00:00Z");
const morning = (days: number) => addDays(MORNING, days);
/** The end of the day in New York this many days after the first morning. */
const endOf = (days: number) => addDays(new Date("2031-01-11T05:00:00Z"), days);

async function remind(now: Date): Promise<number> {
  const [{ sendDueReminders }, { findShop }, { liveAdminApi }] = await Promise.all([
    import("~/domain/ledger/reminders/send-reminders.server"),
    import("~/platform/auth/shops.server"),
    import("~/connectors/shopify/live.server"),
  ]);
  const found = await findShop(DEMO);
  if (!found) throw new Error("The shop is not installed.");
  return sendDueReminders(found, { adminApi: liveAdminApi(DEMO), now, signal: new AbortController().signal });
}

const turn = (isOn: boolean, daysBefore = 14) => calls.credits.saveReminders({ isOn, daysBefore });
const mailsTo = async (id: number) => (await calls.mail.list({ search: String(id) })).rows;
const subjectsTo = async (id: number) => (await mailsTo(id)).map(({ subject }) => subject);
const subject = (amount: string, day: string) =>
  `${amount} of your credit at Backroom Demo can be used until ${day}`;

test("each expiring credit gets one reminder with its remaining amount, if reminders are on", async () => {
  const [ana, ben, spent] = [nextPerson(), nextPerson(), nextPerson()];
  await ledger.post("Credit", ana, 1_000, endOf(20));
  await ledger.dispatch();
  await ledger.post("Credit", ana, 2_000, endOf(14));
  await ledger.post("Credit", ben, 500);
  await ledger.post("Credit", spent, 800, endOf(10));
  await ledger.dispatch();
  // What runs out first is spent first, whenever it was given.
  await ledger.post("Adjustment", ana, 1_550);
  await ledger.post("Adjustment", spent, 800);
  await ledger.dispatch();

  expect(await calls.credits.reminders()).toMatchObject({ isOn: false, daysBefore: 14 });
  expect(await remind(MORNING)).toBe(0);
  await turn(true);
  // In New York it is six o'clock.
  expect(await remind(new Date("2031-01-10T11:00:00Z"))).toBe(0);
  expect(await remind(MORNING)).toBe(1);
  expect(await remind(MORNING)).toBe(0);
  expect(await subjectsTo(ana)).toEqual([subject("$4.50", "01/24/2031")]);
  const [mail] = await mailsTo(ana);
  expect((await calls.mail.detail({ id: mail?.id ?? "" })).text).toContain("(in 14 days)");
  // No worker ran for three days, in which the second credit became due.
  expect(await remind(morning(8))).toBe(1);
  expect(await subjectsTo(ana)).toEqual(
    expect.arrayContaining([subject("$4.50", "01/24/2031"), subject("$10.00", "01/30/2031")]),
  );
  expect([...(await mailsTo(ben)), ...(await mailsTo(spent))]).toEqual([]);
  expect(await remind(morning(9))).toBe(0);
});

test("a reminder that waits says each morning what is left then, and is removed when nothing is", async () => {
  const [saver, spender] = [nextPerson(), nextPerson()];
  for (const person of [saver, spender]) await ledger.post("Credit", person, 1_000, endOf(24));
  await ledger.dispatch();
  expect(await remind(morning(10))).toBe(2);
  expect(await subjectsTo(saver)).toEqual([subject("$10.00", "02/03/2031")]);
  await ledger.post("Adjustment", saver, 400);
  await ledger.post("Adjustment", spender, 1_000);
  await ledger.dispatch();
  expect(await remind(morning(12))).toBe(0);
  expect(await subjectsTo(saver)).toEqual([subject("$6.00", "02/03/2031")]);
  const [mail] = await mailsTo(saver);
  expect((await calls.mail.detail({ id: mail?.id ?? "" })).text).toContain("(in 12 days)");
  expect(await mailsTo(spender)).toEqual([]);
});

test("a short credit is reminded the next morning, and more days before adds reminders without repeating any", async () => {
  const [late, erased] = [nextPerson(), nextPerson()];
  await turn(true, 5);
  await remind(morning(30));
  const short = await ledger.post("Credit", late, 700, endOf(33));
  await ledger.post("Credit", late, 900, endOf(45));
  await ledger.post("Credit", erased, 900, endOf(36));
  await ledger.dispatch();
  await confirmedAt(short.postingId, morning(30));
  await redactCustomer(DEMO, { id: erased, email: `${erased}@erased.example`, phone: null });
  expect(await remind(morning(31))).toBe(1);
  expect(await subjectsTo(late)).toEqual([subject("$7.00", "02/12/2031")]);
  await turn(true, 20);
  expect(await remind(morning(32))).toBe(1);
  expect(await subjectsTo(late)).toHaveLength(2);
  await turn(false, 20);
  await remind(morning(33));
  await turn(true, 20);
  expect(await remind(morning(33))).toBe(0);
  for (const daysBefore of [0, 1.5, 366])
    await expect(turn(true, daysBefore)).rejects.toMatchObject({ status: 400 });
  const clerk = await signedInCalls(shop, "2");
  await expect(clerk.credits.saveReminders({ isOn: false, daysBefore: 14 })).rejects.toMatchObject({
    status: 403,
  });
});

test("settings that were changed since they were shown aren't overwritten, and the same save can be repeated", async () => {
  const { reminders, saveReminders } = calls.credits;
  const { isOn, daysBefore } = await reminders();
  const seen = { isOn, daysBefore };
  for (let time = 1; time <= 2; time++) await saveReminders({ isOn, daysBefore: 30, seen });
  await expect(saveReminders({ isOn: !isOn, daysBefore, seen })).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/ changed the expiry reminders .*while you were editing them/),
  });
  expect(await reminders()).toMatchObject({ isOn, daysBefore: 30 });
  await saveReminders(seen);
});

test("an address that refused an email gets no reminder", async () => {
  const person = nextPerson();
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { stopMailTo } = await import("~/core/mail/stops.server");
  const [{ email }] = await withShop(DEMO, async (tx) => {
    const { rows } = await tx.$client.query("SELECT email FROM customers WHERE shop = $1 AND id = $2", [
      DEMO,
      person,
    ]);
    return rows;
  });
  await withShop(DEMO, (tx) => stopMailTo(tx, DEMO, email, "550 5.1.1 No such user."));
  await ledger.post("Credit", person, 700, endOf(70));
  await ledger.dispatch();
  await remind(morning(60));
  expect(await mailsTo(person)).toEqual([expect.objectContaining({ state: "failed" })]);
});

test("the worker has the task scheduled and sends the email at its hour", async () => {
  const [person, { database }, { startWorker }, { enqueue, TASK_QUEUE }] = await Promise.all([
    nextPerson(),
    import("~/platform/db/pool.server"),
    import("~/worker.server"),
    import("~/platform/jobs/queue.server"),
  ]);
  // Restarted with the real clock, in a time zone where it is noon.
  await turn(false);
  await remind(new Date());
  await turn(true);
  const behind = new Date().getUTCHours() - 12;
  const zone = `Etc/GMT${behind < 0 ? behind : `+${behind}`}`;
  const setTimeZone = (timeZone: string) =>
    database().query("UPDATE shops SET time_zone = $2 WHERE shop = $1", [DEMO, timeZone]);
  await setTimeZone(zone);
  await ledger.post("Credit", person, 4_200, addDays(new Date(), 5));
  await ledger.dispatch();
  const { rows: people } = await database().query<{ email: string }>(
    "SELECT email FROM customers WHERE shop = $1 AND id = $2",
    [DEMO, person],
  );
  const email = people[0]?.email ?? "";
  // The refresh that signing in requested would restore the shop's own time zone.
  await emptyQueue();
  const worker = await startWorker();
  try {
    // As the queue does at that hour.
    const { rows } = await database().query<{
      name: string;
      key: string;
      cron: string;
      data: Record<string, unknown>;
    }>("SELECT name, key, cron, data FROM pgboss.schedule WHERE key = 'ledger.remind-of-ends'");
    expect(rows).toMatchObject([{ name: TASK_QUEUE, cron: "20 * * * *" }]);
    await enqueue(TASK_QUEUE, rows[0]?.key ?? "", rows[0]?.data ?? {});
    const arrived = () => arrivedAt(shop, email);
    // Each shop starts at a time of its own within the half hour.
    const startNow =
      "UPDATE pgboss.job SET start_after = now() WHERE data->>'task' = 'ledger.remind-of-ends' AND group_id IS NOT NULL";
    await expect.poll(async () => (await database().query(startNow)).rowCount).toBe(1);
    await expect
      .poll(async () => (await arrived()).length, { timeout: withMachineFactor(20_000), interval: 100 })
      .toBe(1);
    expect((await arrived())[0]?.email).toMatchObject({
      subject: expect.stringMatching(/^\$42\.00 of your credit at Backroom Demo can be used until /),
      text: expect.stringMatching(/\(in [45] days\)/),
    });
    await expect.poll(async () => (await mailsTo(person))[0]?.state).toBe("sent");
  } finally {
    await worker.stop();
    await setTimeZone("America/New_York");
  }
});

/** The time of the tests runs ahead of the database's. */
async function confirmedAt(postingId: string | null, at: Date): Promise<void> {
  const { database } = await import("~/platform/db/pool.server");
  const client = await database().connect();
  try {
    await client.query("SET session_replication_role = replica");
    await client.query("UPDATE ledger_outcomes SET at = $2 WHERE posting_id = $1", [postingId, at]);
    await client.query("SET session_replication_role = origin");
  } finally {
    client.release();
  }
}

test("a reminder that waited isn't sent when its credit was reversed or has expired since", async () => {
  const [late, reversed] = [nextPerson(), nextPerson()];
  await ledger.post("Credit", late, 700, endOf(120));
  const mistake = await ledger.post("Credit", reversed, 700, endOf(130));
  await ledger.dispatch();
  await turn(true);
  await remind(morning(119));
  const params = { id: mistake.postingId ?? "" };
  await calls.credits.reverse({ params, headers: {}, body: { reason: "A mistake" } });
  vi.useFakeTimers({ toFake: ["Date"], now: morning(121) });
  try {
    await sendDue({ send: async () => undefined });
  } finally {
    vi.useRealTimers();
  }
  const problemsOf = async (id: number) => (await mailsTo(id)).map(({ state, problem }) => [state, problem]);
  expect(await problemsOf(late)).toEqual([
    ["failed", "The credit had expired before this reminder could be sent."],
  ]);
  expect(await problemsOf(reversed)).toEqual([
    ["failed", "The credit was reversed before this reminder could be sent."],
  ]);
});
