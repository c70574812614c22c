import { addDays, format, parseISO } from "date-fns";
import { queueMail } from "~/domain/mail/queue.server";
import { readSwitches } from "~/domain/settings/switches.server";
import { findShop, type Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { calendarDay, hourOf } from "~/platform/day";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { Task } from "~/platform/jobs/task.server";
import { isMailAddress } from "~/platform/mail-address";
import { publishChange } from "~/platform/realtime/publish.server";
import { daysBetween, inDays, shownDay } from "~/platform/written-day";
import { REGISTRATIONS } from "../status";
import { forgetRemindedThrough, readRemindedThrough, writeRemindedThrough } from "./reminded-through.server";

/** Days before the end on which a person is reminded. */
const REMIND_BEFORE = [30, 7, 1] as const;

/** Nobody is written to in the middle of the night: from this hour of the shop's day on. */
const FROM_HOUR = 8;

/** After an outage no more than this many days are made up for. */
const MOST_DAYS_LATE = 7;

/** People of one transaction. */
const BATCH = 100;

/**
 * Reminds approved people of the end of their registration, on the shop's calendar days, where the owner has turned it on. It
 * runs every hour, because the shops' mornings come at different hours; each day is done once, and each reminder is sent once.
 */
export const remindOfEnds: Task = {
  name: "registrations.remind-of-ends",
  schedule: "10 * * * *",
  async run(domain, signal) {
    const shop = await findShop(domain);
    if (shop) await remindDue(shop, systemClock.now(), signal);
  },
};

/** Queues the reminders of today, and of the days before that nobody worked on. @returns how many people got one */
export async function remindDue(shop: Shop, now: Date, signal: AbortSignal): Promise<number> {
  const today = calendarDay(now, shop.timeZone);
  const through = await withShop(shop.domain, async (tx) => {
    const { expiryReminders } = await readSwitches(tx, shop.domain);
    if (expiryReminders) return (await readRemindedThrough(tx, shop.domain)) ?? dayAfter(today, -1);
    // Turned on again, it begins with that day.
    await forgetRemindedThrough(tx, shop.domain);
    return null;
  });
  if (through === null || through >= today || hourOf(now, shop.timeZone) < FROM_HOUR) return 0;

  const late = Math.min(daysBetween(through, today), MOST_DAYS_LATE);
  let reminded = 0;
  for (let back = late - 1; back >= 0; back -= 1) {
    const day = dayAfter(today, -back);
    for (const before of REMIND_BEFORE) reminded += await remindOfDay(shop, day, before, today, signal);
    await withShop(shop.domain, (tx) => writeRemindedThrough(tx, shop.domain, day));
  }
  if (reminded > 0) publishChange(shop.domain, "signed-in", { list: "mail" });
  return reminded;
}

/** Reminds those whose registration ends so many days after a day, unless the end has passed by now. */
async function remindOfDay(
  shop: Shop,
  day: string,
  before: number,
  today: string,
  signal: AbortSignal,
): Promise<number> {
  const end = dayAfter(day, before);
  if (end < today) return 0;
  let reminded = 0;
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const people = await withShop(shop.domain, async (tx) => {
      const batch = await peopleEndingOn(tx, shop.domain, end, after);
      for (const person of batch)
        reminded += Number(await remind(tx, shop.domain, person, end, before, today));
      return batch;
    });
    const last = people.at(-1);
    if (!last || people.length < BATCH) return reminded;
    after = Number(last.id);
  }
}

interface Person {
  id: string;
  display_name: string;
  first_name: string | null;
  email: string;
  is_student: boolean;
}

async function peopleEndingOn(
  tx: ShopTransaction,
  shop: string,
  end: string,
  after: number,
): Promise<Person[]> {
  const { rows } = await tx.$client.query<Person>(
    `SELECT id, display_name, first_name, email, coalesce(student_status = 'approved', false) AS is_student FROM customers
      WHERE shop = $1 AND end_date = $2 AND id > $3 AND email IS NOT NULL
        AND (student_status = 'approved' OR staff_status = 'approved')
      ORDER BY id LIMIT $4`,
    [shop, end, after, BATCH],
  );
  return rows;
}

/** @returns false for somebody whose address cannot take mail */
async function remind(
  tx: ShopTransaction,
  shop: string,
  person: Person,
  end: string,
  before: number,
  today: string,
): Promise<boolean> {
  if (!isMailAddress(person.email)) return false;
  await queueMail(tx, shop, {
    key: `registration ends:${person.id}:${end}:${before}`,
    to: { email: person.email, name: person.display_name },
    text: "registration.ends",
    values: {
      name: person.first_name || person.display_name,
      endDate: shownDay(end),
      timeLeft: inDays(daysBetween(today, end)),
    },
    customerId: person.id,
    flag: REGISTRATIONS[person.is_student ? "student" : "staff"].flag,
    isBulk: true,
  });
  return true;
}

const dayAfter = (day: string, days: number): string => format(addDays(parseISO(day), days), "yyyy-MM-dd");
