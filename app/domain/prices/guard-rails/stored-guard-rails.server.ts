import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { CallContext } from "~/core/context.server";
import { changeIn, publishSafeguard, type SafeguardOutcome } from "~/core/safeguards/change-safeguard.server";
import { defineSafeguard, isLooserMaximum, isLooserMinimum } from "~/core/safeguards/safeguard.server";
import { lockSettings, readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { type GuardRails, percentText } from "./guard-rails";

const KEY = "prices.guardRails";
const NONE: GuardRails = { maxDrop: null, minMargin: null, approvalAbove: null };

/** The owner's limits for scheduled prices. There are none at first. Read them in the transaction that depends on them. */
export async function readGuardRails(tx: ShopTransaction, shop: string): Promise<GuardRails> {
  const stored = (await readSetting(tx, shop, KEY)) as Partial<GuardRails> | undefined;
  return { ...NONE, ...stored };
}

/** SQL for the number of products above which a file needs a second administrator. Null for none. */
export const approvalAboveSql = (shop: string): SQL =>
  sql`(SELECT (value ->> 'approvalAbove')::int FROM settings WHERE shop = ${shop} AND key = ${KEY})`;

/** One of the limits, which are stored together. */
const guardRail = (
  field: keyof GuardRails,
  declared: {
    title: string;
    isLooser(before: number | null, after: number | null): boolean;
    describe(value: number): string;
  },
) =>
  defineSafeguard<number | null>({
    name: `${KEY}.${field}`,
    about: { title: declared.title, flag: "showBulkPrice" },
    value: z.number().nullable(),
    read: async (tx, shop) => (await readGuardRails(tx, shop))[field],
    async write(tx, shop, _subjectId, { value, actor, at }) {
      const limits = { ...(await readGuardRails(tx, shop)), [field]: value };
      await writeSetting(tx, shop, { key: KEY, value: limits }, { by: actor.id, at });
    },
    isLooser: declared.isLooser,
    describe: (value) => (value === null ? "no limit" : declared.describe(value)),
    publish() {},
  });

const percent = (value: number) => `${percentText(value)}%`;

const GUARD_RAILS = {
  maxDrop: guardRail("maxDrop", {
    title: "Scheduled prices: largest drop",
    isLooser: isLooserMaximum,
    describe: percent,
  }),
  minMargin: guardRail("minMargin", {
    title: "Scheduled prices: lowest margin",
    isLooser: isLooserMinimum,
    describe: percent,
  }),
  approvalAbove: guardRail("approvalAbove", {
    title: "Scheduled prices: second administrator above",
    isLooser: isLooserMaximum,
    describe: (value) => `${value.toLocaleString("en-US")} products`,
  }),
};

/** For the module. */
export const guardRailHandlers = Object.values(GUARD_RAILS).map(({ handler }) => handler);

/** Saves the given limits. Looser ones wait. @param seen what the changes were made from @returns the limits that apply now, and the outcome of each change */
export async function saveGuardRails(
  context: CallContext,
  changes: Partial<GuardRails>,
  seen: Partial<GuardRails> = {},
): Promise<{ limits: GuardRails; outcomes: SafeguardOutcome[] }> {
  const { domain } = context.shop;
  const saved = await withShop(domain, async (tx) => {
    await lockSettings(tx, domain);
    const outcomes: SafeguardOutcome[] = [];
    for (const [name, value] of Object.entries(changes)) {
      const field = name as keyof GuardRails;
      outcomes.push(await changeIn(tx, context, GUARD_RAILS[field], { value, seen: seen[field] }));
    }
    return { limits: await readGuardRails(tx, domain), outcomes };
  });
  if (saved.outcomes.some(({ state }) => state !== "unchanged"))
    publishSafeguard(domain, GUARD_RAILS.maxDrop);
  return saved;
}
