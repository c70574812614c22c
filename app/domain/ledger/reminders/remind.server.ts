import { liveAdminApi } from "~/connectors/shopify/live.server";
import type { AdminApi } from "~/connectors/shopify/port";
import { queueMail } from "~/domain/mail/queue.server";
import { findShop, type Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { calendarDay, endOfDay, hourOf } from "~/platform/day";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import type { Task } from "~/platform/jobs/task.server";
import { isMailAddress } from "~/platform/mail-address";
import { formatMoney } from "~/platform/money";
import { publishChange } from "~/platform/realtime/publish.server";
import { daysBetween, inDays, shownDay } from "~/platform/written-day";
import {
  type EndingCredit,
  findEnding,
  type Remaining,
  readRemaining,
  reminderKey,
} from "./running-out.server";
import { forgetReminded, readReminded, readReminders, writeReminded } from "./settings.server";

/** Nobody is written to in the middle of the night: from this hour of the shop's day on. */
const FROM_HOUR = 8;

/** Credits of one request to Shopify, and of one transaction. */
const BATCH = 100;

/** A credit may be confirmed by a transaction that began before the work did, and ended after it (milliseconds). */
const CONFIRMED_LATE_MS = 10 * 60_000;

/**
 * Tells customers that credit of theirs runs out, so many days before as the owner wants, where the owner wants it. It runs every
 * hour, because the shops' mornings come at different hours; each day is done once, and each credit is told of once.
 */
export const remindOfCredit: Task = {
  name: "ledger.remind-of-ends",
  schedule: "20 * * * *",
  async run(domain, signal) {
    const shop = await findShop(domain);
    if (shop) await remindDue(shop, { adminApi: liveAdminApi(domain), now: systemClock.now(), signal });
  },
};

/** What reminding needs from around it. */
export interface RemindingTools {
  adminApi: AdminApi;
  now: Date;
  signal: AbortSignal;
}

/**
 * Queues a mail for each credit that runs out within the days that the owner has set, of which something is left, and of which its
 * customer was not told. So days on which nobody worked, a longer time before, and credits that are shorter than it are made up
 * for. Turned on, it begins with all that run out by then.
 * @returns how many mails were queued
 * @throws when Shopify does not answer: what was queued stays, the rest follows in an hour
 */
export async function remindDue(shop: Shop, { adminApi, now, signal }: RemindingTools): Promise<number> {
  const today = calendarDay(now, shop.timeZone);
  const begun = await withShop(shop.domain, async (tx) => {
    const wanted = await readReminders(tx, shop.domain);
    if (!wanted.isOn) await forgetReminded(tx, shop.domain);
    return { ...wanted, done: await readReminded(tx, shop.domain) };
  });
  const { done } = begun;
  if (!begun.isOn || done?.day === today || hourOf(now, shop.timeZone) < FROM_HOUR) return 0;

  const until = endOfDay(now, shop.timeZone, begun.daysBefore);
  const toldThrough = done ? new Date(done.through) : now;
  const toldAt = done ? new Date(Date.parse(done.at) - CONFIRMED_LATE_MS) : now;
  const ending = { after: now, until, toldThrough, toldAt };
  let reminded = 0;
  for (let last: EndingCredit | undefined; ; ) {
    signal.throwIfAborted();
    const credits = await withShop(shop.domain, (tx) => findEnding(tx, shop.domain, ending, last, BATCH));
    reminded += await remindOf(shop, adminApi, credits, today, signal);
    last = credits.at(-1);
    if (credits.length < BATCH) break;
  }
  const through = new Date(Math.max(+until, +toldThrough)).toISOString();
  await withShop(shop.domain, (tx) =>
    writeReminded(tx, shop.domain, { day: today, at: now.toISOString(), through }),
  );
  if (reminded > 0) publishChange(shop.domain, "signed-in", { list: "mail" });
  return reminded;
}

async function remindOf(
  shop: Shop,
  api: AdminApi,
  credits: readonly EndingCredit[],
  today: string,
  signal: AbortSignal,
): Promise<number> {
  if (credits.length === 0) return 0;
  const remaining = await readRemaining(
    api,
    credits.map(({ transactionId }) => transactionId),
    { priority: "bulk", signal },
  );
  return withShop(shop.domain, async (tx) => {
    let reminded = 0;
    for (const credit of credits) {
      const left = remaining.get(credit.transactionId);
      if (left && left.cents > 0) reminded += Number(await remind(tx, shop, credit, left, today));
    }
    return reminded;
  });
}

/** @returns false for somebody who was erased meanwhile, or whose address cannot take mail */
async function remind(
  tx: ShopTransaction,
  shop: Shop,
  { postingId, customerId, endsAt }: EndingCredit,
  { cents, currency }: Remaining,
  today: string,
): Promise<boolean> {
  // Erasing the person waits for this, or was before it: then the row is gone.
  const { rows } = await tx.$client.query<{ name: string; first_name: string | null; email: string | null }>(
    "SELECT display_name AS name, first_name, email FROM customers WHERE shop = $1 AND id = $2 FOR KEY SHARE",
    [shop.domain, customerId],
  );
  const [person] = rows;
  if (!person?.email || !isMailAddress(person.email)) return false;
  const lastDay = calendarDay(new Date(+endsAt - 1), shop.timeZone);
  await queueMail(tx, shop.domain, {
    key: reminderKey(postingId),
    to: { email: person.email, name: person.name },
    text: "credit.ends",
    values: {
      name: person.first_name || person.name,
      amount: formatMoney(cents, currency),
      endDate: shownDay(lastDay),
      timeLeft: inDays(daysBetween(today, lastDay)),
    },
    customerId: String(customerId),
    flag: "showCredits",
    isBulk: true,
  });
  return true;
}
