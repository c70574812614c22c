import { randomUUID } from "node:crypto";
import { addHours } from "date-fns";
import { and, eq } from "drizzle-orm";
import { peopleWith } from "~/core/access/people-with.server";
import { auditAction } from "~/core/audit/audit-action.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { queueMail } from "~/core/mail/queue-mail.server";
import { lockSettings, outdatedSettingOf, settingChanged } from "~/core/settings/stored-setting.server";
import { appAddress } from "~/platform/app-address.server";
import type { Administrator } from "~/platform/auth/permission";
import type { Shop } from "~/platform/auth/shops.server";
import { formatZonedDateTime } from "~/platform/dates/instant";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { safeguardDecided, safeguardLoosened } from "./mail-texts.server";
import type { Safeguard } from "./safeguard.server";
import { SAFEGUARDS_PATH } from "./safeguards-path";
import { safeguardChanges } from "./tables.server";

interface SafeguardSide {
  key: string;
  value: string;
}

const sides = (before: SafeguardSide, after: SafeguardSide) => [
  { field: after.key, before: before.value, after: after.value },
];

export const safeguardRequested = auditAction<SafeguardSide, SafeguardSide>(
  "safeguard.requested",
  "Requested to loosen a limit",
  { describe: sides },
);

export const safeguardCanceled = auditAction<SafeguardSide, SafeguardSide>(
  "safeguard.canceled",
  "Canceled the loosening of a limit",
  { describe: sides },
);

/** How long a looser value waits, unless a second person agrees before. */
const WAIT_HOURS = 24;

/** What open pages with waiting changes listen to. */
export const SAFEGUARDS_LIST = "safeguards";

export type SafeguardOutcome =
  | { state: "unchanged" }
  | { state: "saved" }
  | { state: "waiting"; dueAt: Date; isMailed: boolean };

/** A new value, and what else a second person has to know of it. */
interface WantedValue<Value> {
  value: Value;
  /** Empty where the shop has one safeguard of the kind. */
  subjectId?: string;
  details?: string;
  /** What the change was made from. Another value since is not overwritten. */
  seen?: Value;
}

type Caller = Pick<CallContext, "shop" | "administrator" | "clock">;

/**
 * Changes a safeguard. A tighter value is saved immediately. A looser one waits for a second person or for `WAIT_HOURS`, and the
 * others who may agree are emailed. Either replaces a looser value that waits.
 * @throws 409 when the value is neither `seen` nor the new one
 */
export async function changeSafeguard<Value>(
  context: Caller,
  safeguard: Safeguard<Value>,
  wanted: WantedValue<NoInfer<Value>>,
): Promise<SafeguardOutcome> {
  const { domain } = context.shop;
  const outcome = await withShop(domain, async (tx) => {
    await lockSettings(tx, domain);
    return changeIn(tx, context, safeguard, wanted);
  });
  if (outcome.state !== "unchanged") publishSafeguard(domain, safeguard);
  return outcome;
}

/** As `changeSafeguard`, in a transaction that has locked the settings. Publish it afterwards. */
export async function changeIn<Value>(
  tx: ShopTransaction,
  context: Caller,
  safeguard: Safeguard<Value>,
  { value, subjectId = "", details, seen }: WantedValue<NoInfer<Value>>,
): Promise<SafeguardOutcome> {
  const { shop, administrator, clock } = context;
  const before = await safeguard.read(tx, shop.domain, subjectId);
  const at = clock.now();
  const texts = { before: safeguard.describe(before, shop), after: safeguard.describe(value, shop) };
  const isOutdated = seen !== undefined && safeguard.describe(seen, shop) !== texts.before;
  const { about } = safeguard;
  const { title, flag } = typeof about === "function" ? await about(tx, shop.domain, subjectId) : about;
  if (isOutdated && texts.before !== texts.after)
    throw await outdatedSettingOf(tx, context, { key: title }, "this limit");
  const isReplaced = await replaceWaiting(tx, context, { safeguard: safeguard.name, subjectId });
  if (texts.before === texts.after) return { state: isReplaced ? "saved" : "unchanged" };
  if (!safeguard.isLooser(before, value)) {
    await saveValue(tx, shop, safeguard as Safeguard<never> as Safeguard, {
      subjectId,
      title,
      value,
      texts,
      actor: administrator,
      at,
    });
    return { state: "saved" };
  }
  const [change] = await tx
    .insert(safeguardChanges)
    .values({
      shop: shop.domain,
      id: randomUUID(),
      safeguard: safeguard.name,
      subjectId,
      flag,
      title,
      beforeText: texts.before,
      afterText: details ? `${texts.after}. ${details}` : texts.after,
      value: { value },
      requestedById: administrator.id,
      requestedByName: administrator.name,
      requestedAt: at,
      dueAt: addHours(at, WAIT_HOURS),
    })
    .returning();
  if (!change) throw new Error("The insert returned no change.");
  await recordAudit(tx, shop.domain, safeguardRequested, {
    actor: administrator,
    subject: { type: shopSubject, id: shop.domain },
    before: { key: title, value: texts.before },
    after: { key: title, value: change.afterText },
    flag,
  });
  const mailed = await mailOthers(tx, shop, change);
  return { state: "waiting", dueAt: change.dueAt, isMailed: mailed > 0 };
}

/** Stores a value, with its audit entry. */
export async function saveValue(
  tx: ShopTransaction,
  shop: Shop,
  safeguard: Safeguard,
  saved: {
    subjectId: string;
    title: string;
    value: unknown;
    texts: { before: string; after: string };
    actor: Pick<Administrator, "id" | "name">;
    at: Date;
  },
): Promise<void> {
  const { subjectId, title, value, texts, actor, at } = saved;
  await safeguard.write(tx, shop.domain, subjectId, { value, actor, at });
  if (safeguard.recordsItself) return;
  await recordAudit(tx, shop.domain, settingChanged, {
    actor,
    subject: { type: shopSubject, id: shop.domain },
    before: { key: title, value: texts.before },
    after: { key: title, value: texts.after },
  });
}

type Change = typeof safeguardChanges.$inferSelect;

type Ended = Pick<typeof safeguardChanges.$inferInsert, "state" | "endedAt" | "endedByName">;

/** Ends the looser value of a safeguard that waits, if one does. @returns what waited */
export const endWaiting = (
  tx: ShopTransaction,
  shop: string,
  of: { safeguard: string; subjectId: string },
  ended: Ended,
): Promise<Change[]> =>
  tx
    .update(safeguardChanges)
    .set(ended)
    .where(
      and(
        eq(safeguardChanges.shop, shop),
        eq(safeguardChanges.safeguard, of.safeguard),
        eq(safeguardChanges.subjectId, of.subjectId),
        eq(safeguardChanges.state, "waiting"),
      ),
    )
    .returning();

/** Ends the looser value of a safeguard that waits, because of what an administrator changes now. @returns whether one waited */
export async function replaceWaiting(
  tx: ShopTransaction,
  { shop, administrator, clock }: Caller,
  of: { safeguard: string; subjectId: string },
): Promise<boolean> {
  const ended = { state: "replaced", endedAt: clock.now(), endedByName: administrator.name } as const;
  const [replaced] = await endWaiting(tx, shop.domain, of, ended);
  if (replaced) await recordCanceled(tx, replaced, administrator);
  return replaced !== undefined;
}

export const recordCanceled = (
  tx: ShopTransaction,
  { shop, title, beforeText, afterText, flag }: Change,
  actor: Pick<Administrator, "id" | "name">,
): Promise<void> =>
  recordAudit(tx, shop, safeguardCanceled, {
    actor,
    subject: { type: shopSubject, id: shop },
    before: { key: title, value: afterText },
    after: { key: title, value: beforeText },
    flag,
  });

/** Publishes that a safeguard, or a change of one that waits, is different now. */
export function publishSafeguard(shop: string, safeguard: Pick<Safeguard, "publish">): void {
  safeguard.publish(shop);
  publishChange(shop, "owner", { list: "settings" });
  publishChange(shop, "signed-in", { list: SAFEGUARDS_LIST });
}

/** What to say after a save of several safeguards. @param saved what to say when nothing waits */
export function outcomeText(
  outcomes: readonly SafeguardOutcome[],
  { timeZone }: Pick<Shop, "timeZone">,
  saved: string,
): string {
  const waiting = outcomes.find((outcome) => outcome.state === "waiting");
  if (waiting)
    return `This loosens a limit, so it waits. It takes effect on ${formatZonedDateTime(waiting.dueAt, timeZone)}, or when someone else agrees. ${waiting.isMailed ? "They were emailed." : "No one else could be emailed."}`;
  return outcomes.some(({ state }) => state === "saved") ? saved : "Nothing changed.";
}

const valuesOf = ({ requestedByName, title, beforeText, afterText }: Change) => ({
  requester: requestedByName,
  limit: title,
  before: beforeText,
  after: afterText,
});

/** Emails everyone who may agree to a change, except the requester, in the caller's transaction. @returns how many they are */
async function mailOthers(tx: ShopTransaction, shop: Shop, change: Change): Promise<number> {
  const people = await peopleWith(tx, shop.domain, change.flag);
  const others = people.filter(({ id }) => id !== change.requestedById);
  for (const { id, name, email } of others)
    await queueMail(tx, shop.domain, safeguardLoosened, {
      key: `safeguard:${change.id}:${id}`,
      to: { email, name },
      values: {
        name,
        ...valuesOf(change),
        due: formatZonedDateTime(change.dueAt, shop.timeZone),
        link: appAddress(shop.domain, SAFEGUARDS_PATH),
      },
      flag: change.flag,
    });
  return others.length;
}

/** Emails the decision to the requester, unless they decided themselves. */
export async function mailRequester(
  tx: ShopTransaction,
  shop: Shop,
  change: Change,
  { by, decision }: { by: Pick<Administrator, "id" | "name">; decision: "put into effect" | "canceled" },
): Promise<void> {
  const people = await peopleWith(tx, shop.domain, "signed-in");
  const requester = people.find(({ id }) => id === change.requestedById);
  if (!requester || requester.id === by.id) return;
  await queueMail(tx, shop.domain, safeguardDecided, {
    key: `safeguard:${change.id}:decided`,
    to: { email: requester.email, name: requester.name },
    values: { name: requester.name, ...valuesOf(change), decision, decider: by.name },
    flag: change.flag,
  });
}
