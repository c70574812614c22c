import { liveAdminApi } from "~/connectors/shopify/live.server";
import { creditsRemaining } from "~/connectors/shopify/operations/store-credit";
import type { AdminApi, CallOptions } from "~/connectors/shopify/port";
import { mailText, type QueuedMail } from "~/core/mail/mail-text";
import { cancelMails, queueMail, rewriteMail } from "~/core/mail/queue-mail.server";
import { LOCK_CUSTOMERS_SQL } from "~/domain/customers/read-tags.server";
import { findShop, type Shop } from "~/platform/auth/shops.server";
import { systemClock } from "~/platform/clock";
import { formatDaysAhead, formatUsDate } from "~/platform/dates/date-text";
import { endOfDay } from "~/platform/dates/day-range";
import { hourIn, isoDateIn } from "~/platform/dates/instant";
import { daysBetween } from "~/platform/dates/iso-date";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { defineTask } from "~/platform/jobs/task.server";
import { isMailAddress } from "~/platform/mail-address";
import type { Cents } from "~/platform/money/cents";
import { parseMoney } from "~/platform/money/decimal";
import { formatMoney } from "~/platform/money/format-money";
import { publishChange } from "~/platform/realtime/publish.server";
import { REVERSED_BY } from "../reverse.server";
import {
  clearReminderProgress,
  PROGRESS_KEY,
  REMINDERS_KEY,
  readReminderProgress,
  readReminders,
  writeReminderProgress,
} from "./reminder-settings.server";

/** A confirmed credit with an expiry date. */
export interface ExpiringCredit {
  postingId: string;
  customerId: number;
  /** Shopify's transaction. */
  transactionId: string;
  expiresAt: Date;
}

/** Selects credits that expire after one instant, up to another one. */
export interface ExpiryWindow {
  after: Date;
  until: Date;
  /** Of credits that expire up to here, only those confirmed since `remindedAt`: the others were reminded before. */
  remindedThrough: Date;
  remindedAt: Date;
}

const KEY = "credit runs out:";

/** The email's key: each credit gets one reminder. */
export const reminderKey = (postingId: string): string => `${KEY}${postingId}`;

/** As `ExpiringCredit` has them, of the shop $1. */
const CONFIRMED_CREDITS = `SELECT posting.id AS "postingId", posting.customer_id AS "customerId",
  outcome.transaction_id AS "transactionId", posting.expires_at AS "expiresAt"
  FROM ledger_postings AS posting
  JOIN ledger_outcomes AS outcome
    ON outcome.shop = $1 AND outcome.posting_id = posting.id AND outcome.state = 'CONFIRMED'`;

/**
 * Confirmed credits without a reminder, of customers with an email, by expiry date.
 * @param last the last one of the previous batch
 */
export async function findExpiring(
  tx: ShopTransaction,
  shop: string,
  { after, until, remindedThrough, remindedAt }: ExpiryWindow,
  last: ExpiringCredit | undefined,
  most: number,
): Promise<ExpiringCredit[]> {
  const { rows } = await tx.$client.query<ExpiringCredit & { customerId: string }>(
    `${CONFIRMED_CREDITS}
       JOIN customers_of_shop AS person ON person.id = posting.customer_id AND person.email IS NOT NULL
      WHERE posting.shop = $1 AND posting.amount_cents > 0 AND posting.expires_at > $2 AND posting.expires_at <= $3
        AND (posting.expires_at > $4 OR outcome.at > $5) AND (posting.expires_at, posting.id) > ($6, $7)
        AND NOT EXISTS (SELECT 1 FROM mails WHERE mails.shop = $1 AND mails.key = '${reminderKey("")}' || posting.id)
      ORDER BY posting.expires_at, posting.id LIMIT $8`,
    [
      shop,
      after,
      until,
      remindedThrough,
      remindedAt,
      last?.expiresAt ?? after,
      last?.postingId ?? "00000000-0000-0000-0000-000000000000",
      most,
    ],
  );
  return rows.map((row) => ({ ...row, customerId: Number(row.customerId) }));
}

/**
 * Confirmed credits whose reminder waits to be sent, in the order of their ids: the mail server may have been down for days.
 * @param last the id of the last one of the previous batch
 */
async function findUnsent(
  tx: ShopTransaction,
  shop: string,
  last: string | undefined,
): Promise<ExpiringCredit[]> {
  const { rows: waiting } = await tx.$client.query<{ key: string }>(
    `SELECT key FROM mails WHERE shop = $1 AND state = 'queued' AND starts_with(key, $2) AND key > $3 COLLATE "C"
      ORDER BY key COLLATE "C" LIMIT $4`,
    [shop, KEY, reminderKey(last ?? ""), BATCH],
  );
  const { rows } = await tx.$client.query<ExpiringCredit & { customerId: string }>(
    `${CONFIRMED_CREDITS}
      WHERE posting.shop = $1 AND posting.id = ANY($2::uuid[]) ORDER BY posting.id`,
    [shop, waiting.map(({ key }) => key.slice(KEY.length))],
  );
  return rows.map((row) => ({ ...row, customerId: Number(row.customerId) }));
}

/** The remaining amount of a credit. */
export interface RemainingAmount {
  cents: Cents;
  currency: string;
}

/**
 * Reads the remaining amounts from Shopify. The ledger can't compute them, because an order's refund returns to the credits that it
 * was taken from.
 * @param transactionIds 250 at most
 * @returns by transaction id, without transactions that Shopify no longer has
 * @throws as the port
 */
export async function readRemaining(
  api: AdminApi,
  transactionIds: readonly string[],
  call: CallOptions,
): Promise<Map<string, RemainingAmount>> {
  const { nodes } = await api.run(creditsRemaining, { ids: transactionIds }, call);
  return new Map(
    nodes.flatMap((node) =>
      node && "remainingAmount" in node
        ? [
            [
              node.id,
              { cents: parseMoney(node.remainingAmount), currency: node.remainingAmount.currencyCode },
            ],
          ]
        : [],
    ),
  );
}

/** The earliest hour in the shop's time zone, so that no email is sent at night. */
const FROM_HOUR = 8;

/** Credits per request to Shopify and per transaction. */
const BATCH = 100;

/** A credit's confirmation may commit this long after its timestamp (milliseconds). */
const OVERLAP_MS = 10 * 60_000;

/**
 * Reminds customers of expiring credit if the owner has turned reminders on. It runs every hour, because shops are in different time
 * zones, and does the work once a day. Each credit gets one reminder.
 */
export const sendReminders = defineTask({
  name: "ledger.remind-of-ends",
  schedule: {
    cron: "20 * * * *",
    // Also after they were turned off, to clear the progress.
    due: `EXISTS (SELECT FROM settings AS due WHERE due.shop = shops.shop
            AND (due.key = '${REMINDERS_KEY}' AND due.value ->> 'isOn' = 'true' OR due.key = '${PROGRESS_KEY}'))`,
    spreadMinutes: 30,
  },
  async run(domain, signal) {
    const shop = await findShop(domain);
    if (shop)
      await sendDueReminders(shop, { adminApi: liveAdminApi(domain), now: systemClock.now(), signal });
  },
});

/** What sending reminders needs. */
export interface ReminderTools {
  adminApi: AdminApi;
  now: Date;
  signal: AbortSignal;
}

/**
 * Queues an email for each credit that expires within the owner's number of days, has a remaining amount and had no reminder. This
 * includes credits of missed days, of a number of days that was raised, and credits that last for less than that.
 * @returns how many emails were queued
 * @throws when Shopify doesn't answer: what was queued stays, and the rest follows in an hour
 */
export async function sendDueReminders(
  shop: Shop,
  { adminApi, now, signal }: ReminderTools,
): Promise<number> {
  const today = isoDateIn(now, shop.timeZone);
  const settings = await withShop(shop.domain, async (tx) => {
    const reminders = await readReminders(tx, shop.domain);
    if (!reminders.isOn) await clearReminderProgress(tx, shop.domain);
    return { ...reminders, done: await readReminderProgress(tx, shop.domain) };
  });
  const { done } = settings;
  if (!settings.isOn || done?.day === today || hourIn(now, shop.timeZone) < FROM_HOUR) return 0;

  await updateUnsent(shop, adminApi, today, signal);
  const until = endOfDay(now, shop.timeZone, settings.daysBefore);
  const remindedThrough = done ? new Date(done.through) : now;
  const remindedAt = done ? new Date(Date.parse(done.at) - OVERLAP_MS) : now;
  const expiryWindow = { after: now, until, remindedThrough, remindedAt };
  let reminded = 0;
  for (let last: ExpiringCredit | undefined; ; ) {
    signal.throwIfAborted();
    const credits = await withShop(shop.domain, (tx) =>
      findExpiring(tx, shop.domain, expiryWindow, last, BATCH),
    );
    reminded += await remindBatch(shop, adminApi, credits, today, signal);
    last = credits.at(-1);
    if (credits.length < BATCH) break;
  }
  const through = new Date(Math.max(+until, +remindedThrough)).toISOString();
  await withShop(shop.domain, (tx) =>
    writeReminderProgress(tx, shop.domain, { day: today, at: now.toISOString(), through }),
  );
  if (reminded > 0) publishChange(shop.domain, "signed-in", { list: "mail" });
  return reminded;
}

const readLeft = (api: AdminApi, credits: readonly ExpiringCredit[], signal: AbortSignal) =>
  readRemaining(
    api,
    credits.map(({ transactionId }) => transactionId),
    { priority: "bulk", signal },
  );

/** Writes what is left, and for how long, into the reminders that wait since an earlier day. One of a credit that was spent is removed. */
async function updateUnsent(shop: Shop, api: AdminApi, today: string, signal: AbortSignal): Promise<void> {
  for (let last: string | undefined; ; ) {
    signal.throwIfAborted();
    const credits = await withShop(shop.domain, (tx) => findUnsent(tx, shop.domain, last));
    last = credits.at(-1)?.postingId;
    if (last === undefined) return;
    const remaining = await readLeft(api, credits, signal);
    await withShop(shop.domain, async (tx) => {
      for (const credit of credits) {
        const key = reminderKey(credit.postingId);
        const left = remaining.get(credit.transactionId);
        const person = await lockPerson(tx, shop, credit);
        if (!left || left.cents <= 0) await cancelMails(tx, shop.domain, [key]);
        else if (person)
          await rewriteMail(tx, shop.domain, creditEnds, key, valuesOf(person, credit, left, shop, today));
      }
    });
  }
}

async function remindBatch(
  shop: Shop,
  api: AdminApi,
  credits: readonly ExpiringCredit[],
  today: string,
  signal: AbortSignal,
): Promise<number> {
  if (credits.length === 0) return 0;
  const remaining = await readLeft(api, credits, signal);
  return withShop(shop.domain, async (tx) => {
    let reminded = 0;
    for (const credit of credits) {
      const left = remaining.get(credit.transactionId);
      if (left && left.cents > 0) reminded += Number(await queueReminder(tx, shop, credit, left, today));
    }
    return reminded;
  });
}

interface Person {
  name: string;
  first_name: string | null;
  email: string | null;
}

/** An erasure waits for this lock. After one, the row is gone. */
async function lockPerson(
  tx: ShopTransaction,
  { domain }: Shop,
  { customerId }: ExpiringCredit,
): Promise<Person | undefined> {
  const { rows } = await tx.$client.query<Person>(LOCK_CUSTOMERS_SQL, [domain, [customerId]]);
  return rows[0];
}

/** What a reminder says on a day. */
function valuesOf(
  { name, first_name }: Person,
  { expiresAt }: ExpiringCredit,
  { cents, currency }: RemainingAmount,
  { timeZone }: Shop,
  today: string,
) {
  const lastDay = isoDateIn(new Date(+expiresAt - 1), timeZone);
  return {
    name: first_name || name,
    amount: formatMoney(cents, currency),
    endDate: formatUsDate(lastDay),
    timeLeft: formatDaysAhead(daysBetween(today, lastDay)),
  };
}

/** @returns false if the customer was erased, or has no valid email address */
async function queueReminder(
  tx: ShopTransaction,
  shop: Shop,
  credit: ExpiringCredit,
  left: RemainingAmount,
  today: string,
): Promise<boolean> {
  const person = await lockPerson(tx, shop, credit);
  if (!person?.email || !isMailAddress(person.email)) return false;
  await queueMail(tx, shop.domain, creditEnds, {
    key: reminderKey(credit.postingId),
    to: { email: person.email, name: person.name },
    values: valuesOf(person, credit, left, shop, today),
    customerId: credit.customerId,
    flag: "showCredits",
    isBulk: true,
  });
  return true;
}

/** Why a reminder must no longer be sent. Null for one that may be, and for a test email. */
async function reasonNotToRemind(tx: ShopTransaction, { shop, key }: QueuedMail): Promise<string | null> {
  if (!key.startsWith(KEY)) return null;
  const { rows } = await tx.$client.query<{ hasExpired: boolean; isReversed: boolean }>(
    `SELECT expires_at <= $3 AS "hasExpired", EXISTS (${REVERSED_BY}) AS "isReversed"
       FROM ledger_postings AS posting WHERE shop = $1 AND id = $2`,
    [shop, key.slice(KEY.length), systemClock.now()],
  );
  const [credit] = rows;
  if (credit?.hasExpired) return "The credit had expired before this reminder could be sent.";
  return credit?.isReversed ? "The credit was reversed before this reminder could be sent." : null;
}

export const creditEnds = mailText({
  id: "credit.ends",
  name: "Store credit expires soon",
  when: "As many days before a customer's credit expires as the owner sets under Settings, if reminders are on",
  subject: "{{amount}} of your credit at {{shop}} can be used until {{endDate}}",
  body: `Hello {{name}},

You can use {{amount}} of your store credit at {{shop}} until {{endDate}} ({{timeLeft}}). Any amount left after that expires.

It is applied automatically when you pay with store credit at checkout.

{{shop}}`,
  placeholders: {
    name: { meaning: "The customer's first name, or their full name", example: "Ana" },
    amount: { meaning: "What is left of the credit that expires", example: "$25.00" },
    endDate: { meaning: "The last day on which it can be used", example: "06/30/2027" },
    timeLeft: { meaning: "How far away that day is", example: "in 14 days" },
  },
  findObjection: reasonNotToRemind,
});
