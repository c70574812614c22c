import { queueMail } from "~/core/mail/queue-mail.server";
import { deleteSetting, isSwitchOn, readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import { BACKROOM } from "~/platform/auth/permission";
import { findShop, type Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { formatDaysAhead, formatUsDate } from "~/platform/dates/date-text";
import { hourIn, isoDateIn } from "~/platform/dates/instant";
import { addIsoDays, daysBetween } from "~/platform/dates/iso-date";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";
import { isMailAddress } from "~/platform/mail-address";
import { publishChange } from "~/platform/realtime/publish.server";
import { registrationEnds, reminderKey } from "../mail-texts.server";
import { REGISTRATIONS } from "../status";
import { expiryReminders } from "../switches";

/** The setting that has it. */
export const REMINDED_THROUGH_KEY = "registrations.reminded_through";

/** The last day of the shop's calendar whose reminders are done, YYYY-MM-DD. Null when there is none. */
export async function readRemindedThrough(tx: ShopTransaction, shop: string): Promise<string | null> {
  const day = await readSetting(tx, shop, REMINDED_THROUGH_KEY);
  return day === undefined ? null : String(day);
}

/** Records that a day's reminders are done. */
export async function writeRemindedThrough(tx: ShopTransaction, shop: string, day: string): Promise<void> {
  await writeSetting(
    tx,
    shop,
    { key: REMINDED_THROUGH_KEY, value: day },
    { by: BACKROOM.id, at: new Date() },
  );
}

/** Forgets which days were done. */
export async function forgetRemindedThrough(tx: ShopTransaction, shop: string): Promise<void> {
  await deleteSetting(tx, shop, REMINDED_THROUGH_KEY);
}

/** Days before the end on which a customer is reminded. */
const REMIND_BEFORE = [30, 7, 1] as const;

/** No reminders at night: they start at this hour of the shop's day. */
const FROM_HOUR = 8;

/** After an outage, at most this many days are caught up on. */
const MAX_DAYS_LATE = 7;

/** Customers per transaction. */
const BATCH = 100;

/**
 * Reminds approved customers that their registration ends, by the shop's calendar, where the owner has turned it on. It runs
 * every hour, because shops have different time zones. Each day is processed once, and each reminder is sent once.
 */
export const remindOfEnds = defineTask({
  name: "registrations.remind-of-ends",
  schedule: {
    cron: "10 * * * *",
    // Also after they were turned off, to forget which days were done.
    due: `EXISTS (SELECT FROM settings AS due WHERE due.shop = shops.shop
            AND (due.key = '${expiryReminders.key}' AND due.value = 'true'::jsonb OR due.key = '${REMINDED_THROUGH_KEY}'))`,
    spreadMinutes: 30,
  },
  async run(domain, signal) {
    const shop = await findShop(domain);
    if (shop) await remindDue(shop, systemClock.now(), signal);
  },
});

/** Queues the reminders of today and of earlier days that were missed. @returns how many customers got one */
export async function remindDue(shop: Shop, now: Date, signal: AbortSignal): Promise<number> {
  const today = isoDateIn(now, shop.timeZone);
  const through = await withShop(shop.domain, async (tx) => {
    const isOn = await isSwitchOn(tx, shop.domain, expiryReminders);
    if (isOn) return (await readRemindedThrough(tx, shop.domain)) ?? addIsoDays(today, -1);
    // When it is turned on again, it starts with that day.
    await forgetRemindedThrough(tx, shop.domain);
    return null;
  });
  if (through === null || through >= today || hourIn(now, shop.timeZone) < FROM_HOUR) return 0;

  const late = Math.min(daysBetween(through, today), MAX_DAYS_LATE);
  let remindedCount = 0;
  for (let back = late - 1; back >= 0; back -= 1) {
    const day = addIsoDays(today, -back);
    for (const before of REMIND_BEFORE) remindedCount += await remindOfDay(shop, day, before, today, signal);
    await withShop(shop.domain, (tx) => writeRemindedThrough(tx, shop.domain, day));
  }
  if (remindedCount > 0) publishChange(shop.domain, "signed-in", { list: "mail" });
  return remindedCount;
}

/**
 * Reminds customers whose registration ends `before` days after a day, unless the end has passed. An end whose next reminder is due,
 * too, because the day is caught up on, gets only that one.
 */
async function remindOfDay(
  shop: Shop,
  day: string,
  before: number,
  today: string,
  signal: AbortSignal,
): Promise<number> {
  const end = addIsoDays(day, before);
  const daysLeft = daysBetween(today, end);
  if (daysLeft < 0 || REMIND_BEFORE.some((later) => later < before && daysLeft <= later)) return 0;
  let remindedCount = 0;
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const people = await withShop(shop.domain, async (tx) => {
      const batch = await peopleEndingOn(tx, shop.domain, end, after);
      for (const person of batch)
        remindedCount += Number(await remind(tx, shop.domain, person, end, before, today));
      return batch;
    });
    const last = people.at(-1);
    if (!last || people.length < BATCH) return remindedCount;
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
    `SELECT id, display_name, first_name, email, coalesce(student_status = 'approved', false) AS is_student FROM customers_of_shop
      WHERE shop = $1 AND end_date = $2 AND id > $3 AND email IS NOT NULL
        AND (student_status = 'approved' OR staff_status = 'approved')
      ORDER BY id LIMIT $4`,
    [shop, end, after, BATCH],
  );
  return rows;
}

/** @returns false for a customer without a valid email address */
async function remind(
  tx: ShopTransaction,
  shop: string,
  person: Person,
  end: string,
  before: number,
  today: string,
): Promise<boolean> {
  if (!isMailAddress(person.email)) return false;
  await queueMail(tx, shop, registrationEnds, {
    key: reminderKey(person.id, end, before),
    to: { email: person.email, name: person.display_name },
    values: {
      name: person.first_name || person.display_name,
      endDate: formatUsDate(end),
      timeLeft: formatDaysAhead(daysBetween(today, end)),
    },
    customerId: Number(person.id),
    flag: REGISTRATIONS[person.is_student ? "student" : "staff"].flag,
    isBulk: true,
  });
  return true;
}
