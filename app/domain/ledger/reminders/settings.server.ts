import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "~/domain/audit/record.server";
import { BACKROOM } from "~/platform/auth/permission";
import { settings } from "~/platform/auth/tables.server";
import type { CallContext } from "~/platform/contract/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { type CreditReminders, UNSET } from "./settings";

const WANTED_KEY = "credits.reminders";
const DONE_KEY = "credits.reminded";

/** Up to where customers were reminded. */
export interface Reminded {
  /** The day of the shop's calendar on which that was done, YYYY-MM-DD. */
  day: string;
  /** When it was begun, ISO 8601. */
  at: string;
  /** Of all credits that run out up to this instant, ISO 8601. */
  through: string;
}

/** What the owner wants. */
export async function readReminders(tx: ShopTransaction, shop: string): Promise<CreditReminders> {
  return ((await read(tx, shop, WANTED_KEY)) as CreditReminders | undefined) ?? UNSET;
}

/** Sets it. */
export async function saveReminders(
  { shop, administrator, clock }: CallContext,
  wanted: CreditReminders,
): Promise<void> {
  await withShop(shop.domain, async (tx) => {
    // Two owners who save together take turns, so that each entry tells what really was before.
    await tx.execute(sql`SELECT 1 FROM shops WHERE shop = ${shop.domain} FOR UPDATE`);
    const before = await readReminders(tx, shop.domain);
    if (before.isOn === wanted.isOn && before.daysBefore === wanted.daysBefore) return;
    await write(tx, shop.domain, WANTED_KEY, wanted, { by: administrator.id, at: clock.now() });
    await recordAudit(tx, shop.domain, {
      action: "setting.changed",
      actor: administrator,
      subject: { type: "shop", id: shop.domain },
      before: { key: WANTED_KEY, value: inWords(before) },
      after: { key: WANTED_KEY, value: inWords(wanted) },
    });
  });
  publishChange(shop.domain, "owner", { list: "settings" });
}

const inWords = ({ isOn, daysBefore }: CreditReminders): string =>
  isOn ? `${daysBefore} days before` : "never";

/** How far reminding has come; null before the first time, and since it was turned off. */
export async function readReminded(tx: ShopTransaction, shop: string): Promise<Reminded | null> {
  return ((await read(tx, shop, DONE_KEY)) as Reminded | undefined) ?? null;
}

/** Notes how far it has come. */
export async function writeReminded(tx: ShopTransaction, shop: string, done: Reminded): Promise<void> {
  await write(tx, shop, DONE_KEY, done, { by: BACKROOM.id, at: new Date() });
}

/** Forgets it: turned on again, it begins anew. */
export async function forgetReminded(tx: ShopTransaction, shop: string): Promise<void> {
  await tx.delete(settings).where(isSetting(shop, DONE_KEY));
}

const isSetting = (shop: string, key: string) => and(eq(settings.shop, shop), eq(settings.key, key));

async function read(tx: ShopTransaction, shop: string, key: string): Promise<unknown> {
  const [row] = await tx.select({ value: settings.value }).from(settings).where(isSetting(shop, key));
  return row?.value;
}

async function write(
  tx: ShopTransaction,
  shop: string,
  key: string,
  value: unknown,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  const set = { value, changedBy: by, changedAt: at };
  await tx
    .insert(settings)
    .values({ shop, key, ...set })
    .onConflictDoUpdate({ target: [settings.shop, settings.key], set });
}
