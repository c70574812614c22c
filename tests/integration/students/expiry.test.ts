import { addDays, format } from "date-fns";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { yearAfter } from "~/domain/registrations/expiry/expiry";
import { formatUsDate } from "~/platform/dates/date-text";
import { isoDateIn } from "~/platform/dates/instant";
import { setMetafields } from "../../../local-store/data/metafields.ts";
import { activityOf } from "../../support/activity.ts";
import { signedInCalls } from "../../support/calls.ts";
import { refreshMirror, registerStudent } from "../../support/people.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";
import { sendDue } from "../mail/support.ts";
import { gid } from "./support.ts";

let shop: TestShop;
let calls: Awaited<ReturnType<typeof signedInCalls>>;
beforeAll(async () => {
  shop = await openTestShop("expiry");
  calls = await signedInCalls(shop);
});
afterAll(() => shop.close());

/** New York, as the demo shop is. */
const ZONE = "America/New_York";
const today = isoDateIn(new Date(), ZONE);
const inDays = (days: number, from = today) => format(addDays(new Date(`${from}T12:00`), days), "yyyy-MM-dd");

let people = 0;

/** A person whose registration ends on a day, mirrored as the worker reads them. */
async function endingOn(end: string, tags = ["UserType:Student", "Approved"]): Promise<number> {
  people += 1;
  const id = await registerStudent(shop.localStore, { name: `Ends Person${people}`, tags });
  await endAtTheStore(id, end);
  await refreshMirror([id]);
  return id;
}

const endAtTheStore = (id: number, value: string) =>
  setMetafields(
    shop.localStore.store,
    DEMO,
    [
      {
        ownerType: "CUSTOMER",
        ownerId: id,
        namespace: "stp",
        key: "end_date",
        type: "single_line_text_field",
        value,
      },
    ],
    async () => undefined,
  );

describe("the list", () => {
  test("shows the end, and can be filtered to ends that have passed or are within 30 days", async () => {
    const [passed, now, soon, later] = [
      await endingOn(inDays(-1)),
      await endingOn(`${today}T00:00:00Z`),
      await endingOn(inDays(30)),
      await endingOn(inDays(31)),
    ];
    await endingOn("no day at all");
    const listed = async (ends?: "expired" | "soon") => {
      const page = await calls.students.list({ params: { status: "approved" }, query: { ends } });
      return { ids: page.rows.map(({ id }) => Number(id.split("/").pop())), total: page.total };
    };
    expect(await listed("expired")).toEqual({ ids: [passed], total: { count: 1, exact: true } });
    expect((await listed("soon")).ids.toSorted()).toEqual([now, soon].toSorted());
    expect((await listed()).ids).toContain(later);
    const [row] = (await calls.students.list({ params: { status: "approved" }, query: { ends: "expired" } }))
      .rows;
    expect(row?.stp_endDate).toBe(inDays(-1));
    await expect(
      calls.students.list({ params: { status: "approved" }, query: { ends: "never" as never } }),
    ).rejects.toMatchObject({ status: 400 });
  });

  test("doesn't show a renewed person as expired, and concurrent renewals don't overwrite each other", async () => {
    const end = inDays(-10);
    const id = await endingOn(end);
    const renewed = yearAfter(today);
    await calls.customers.edit({ id: gid(id), enddate: renewed, seen: { enddate: end } });
    const { rows } = await calls.students.list({
      params: { status: "approved" },
      query: { ends: "expired" },
    });
    expect(rows.map((row) => row.id)).not.toContain(gid(id));
    expect((await activityOf("customer", id)).at(-1)).toMatchObject({
      action: "customer.edited",
      before: { "End Date": formatUsDate(end) },
      after: { "End Date": formatUsDate(renewed) },
    });
    await expect(
      calls.customers.edit({ id: gid(id), enddate: yearAfter(renewed), seen: { enddate: end } }),
    ).rejects.toMatchObject({ status: 409, message: expect.stringContaining("Your changes weren't saved") });
  });

  test("shows the current end after a renewal from an old row was refused", async () => {
    const end = inDays(-20);
    const id = await endingOn(end);
    const isListed = async () =>
      (await calls.students.list({ params: { status: "approved" }, query: { ends: "expired" } })).rows.some(
        (row) => row.id === gid(id),
      );
    // Someone else has renewed it in Shopify, and the webhook about it was lost.
    await endAtTheStore(id, inDays(300));
    expect(await isListed()).toBe(true);
    await expect(
      calls.customers.edit({ id: gid(id), enddate: yearAfter(today), seen: { enddate: end } }),
    ).rejects.toMatchObject({ status: 409 });
    expect(await isListed()).toBe(false);
  });
});

describe("reminders", () => {
  /** A day far from today, so that no person of other tests matches. */
  const DAY = "2031-03-08";
  const morning = (day: string) => new Date(`${day}T15:00:00Z`);
  const on = async (at: Date) => {
    const [{ remindDue }, { findShop }] = await Promise.all([
      import("~/domain/registrations/expiry/remind.server"),
      import("~/platform/auth/shops.server"),
    ]);
    const found = await findShop(DEMO);
    if (!found) throw new Error("The shop is not installed.");
    return remindDue(found, at, new AbortController().signal);
  };
  const remindersTo = async (id: number) => {
    const { rows } = await calls.mail.list({ search: String(id) });
    return rows.map(({ subject }) => subject);
  };
  const turn = (expiryReminders: boolean) => calls.settings.change({ switches: { expiryReminders } });

  beforeEach(async () => {
    // Off and on again: which days were done is forgotten.
    await turn(false);
    await on(morning(DAY));
  });

  test("are sent 30, 7 and 1 days before the end, once each, to approved people, if the owner turned them on", async () => {
    // One after the other, as a shop's worker reads them.
    const ids: number[] = [];
    for (const days of [30, 7, 1, 29, 8, 0]) ids.push(await endingOn(inDays(days, DAY)));
    const pending = await endingOn(inDays(7, DAY), ["UserType:Student", "Pending"]);
    const staff = await endingOn(inDays(7, DAY), ["UserType:Staff", "Approved"]);
    expect(await on(morning(DAY))).toBe(0);
    await turn(true);
    // In New York it is six o'clock.
    expect(await on(new Date(`${DAY}T11:00:00Z`))).toBe(0);
    expect(await on(morning(DAY))).toBe(4);
    expect(await on(morning(DAY))).toBe(0);
    const subjects = await Promise.all(ids.map(remindersTo));
    const subject = (end: string) => [`Your registration at Backroom Demo ends on ${end}`];
    expect(subjects).toEqual([
      subject("04/07/2031"),
      subject("03/15/2031"),
      subject("03/09/2031"),
      [],
      [],
      [],
    ]);
    expect(await remindersTo(pending)).toEqual([]);
    expect(await remindersTo(staff)).toHaveLength(1);
    const [mail] = (await calls.mail.list({ search: String(ids[1]) })).rows;
    expect((await calls.mail.detail({ id: mail?.id ?? "" })).text).toContain(
      "ends on 03/15/2031 (in 7 days)",
    );
  });

  test("of days without a worker are sent later unless the registration has ended, and never twice", async () => {
    const day = "2032-05-10";
    await turn(true);
    expect(await on(morning(day))).toBe(0);
    const [missed, tooLate] = [await endingOn(inDays(8, day)), await endingOn(inDays(2, day))];
    expect(await on(morning(inDays(3, day)))).toBe(1);
    expect(await remindersTo(missed)).toHaveLength(1);
    expect(await remindersTo(tooLate)).toEqual([]);
    const { database } = await import("~/platform/db/pool.server");
    await database().query("DELETE FROM settings WHERE key = 'registrations.reminded_through'");
    await on(morning(inDays(1, day)));
    expect(await remindersTo(missed)).toHaveLength(1);
  });

  test("of a week without a worker are one for each end, the latest", async () => {
    const day = "2033-05-10";
    await turn(true);
    expect(await on(morning(day))).toBe(0);
    const id = await endingOn(inDays(8, day));
    expect(await on(morning(inDays(7, day)))).toBe(1);
    const [mail, ...more] = (await calls.mail.list({ search: String(id) })).rows;
    expect(more).toEqual([]);
    expect((await calls.mail.detail({ id: mail?.id ?? "" })).text).toContain("ends on 05/18/2033 (tomorrow)");
  });

  test("that wait say how far away the end is when they are sent, and aren't sent after it", async () => {
    const [passed, soon] = [await endingOn(inDays(-1)), await endingOn(inDays(3))];
    await turn(true);
    await on(morning(inDays(-2)));
    await turn(false);
    await on(morning(inDays(-2)));
    await turn(true);
    await on(morning(inDays(-4)));
    await sendDue({ send: async () => undefined });
    const [late] = (await calls.mail.list({ search: String(passed) })).rows;
    expect(late).toMatchObject({
      state: "failed",
      problem: "The registration had ended before this reminder could be sent.",
    });
    const [mail] = (await calls.mail.list({ search: String(soon) })).rows;
    expect((await calls.mail.detail({ id: mail?.id ?? "" })).text).toContain("(in 3 days)");
  });

  test("that wait aren't sent to people who were renewed or rejected since", async () => {
    const day = "2034-05-10";
    const end = inDays(7, day);
    const [same, renewed, rejected] = [await endingOn(end), await endingOn(end), await endingOn(end)];
    await turn(true);
    expect(await on(morning(day))).toBe(3);
    await endAtTheStore(renewed, yearAfter(end));
    const tags = { removeTag: "Approved", addTag: "Disabled" };
    await calls.customers.changeStatus({ ids: { id: gid(rejected) }, ...tags });
    await refreshMirror([renewed]);
    await sendDue({ send: async () => undefined });
    const sent = async (id: number) =>
      (await calls.mail.list({ search: String(id) })).rows.map(({ state }) => state);
    expect(await Promise.all([same, renewed, rejected].map(sent))).toEqual([
      ["sent"],
      ["failed"],
      ["failed"],
    ]);
  });
});
