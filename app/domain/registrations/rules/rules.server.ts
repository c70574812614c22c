import { randomUUID } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { readWho, SOMEONE } from "~/core/audit/outdated-form.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import {
  changeIn,
  publishSafeguard,
  replaceWaiting,
  type SafeguardOutcome,
} from "~/core/safeguards/change-safeguard.server";
import { defineSafeguard } from "~/core/safeguards/safeguard.server";
import { lockSettings } from "~/core/settings/stored-setting.server";
import type { Administrator } from "~/platform/auth/permission";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { ruleChanged } from "../audit.server";
import { REGISTRATIONS, type Registration } from "../status";
import { approvalRules } from "../tables.server";
import * as matching from "./matching.server";
import { replayIn, replayInWords } from "./replay.server";
import type { Rule, RuleWords } from "./rule";

type RuleRow = typeof approvalRules.$inferSelect;
type RuleOwner = Pick<CallContext, "shop" | "administrator" | "clock">;
const row = approvalRules;

/** All rules of a shop, oldest first. The first match applies. */
export async function listRules(shop: string): Promise<Rule[]> {
  const rows = await withShop(shop, (tx) =>
    tx.select().from(row).where(eq(row.shop, shop)).orderBy(asc(row.createdAt), asc(row.id)),
  );
  return rows.map(ruleOf);
}

/** Adds a rule, which is inactive. @throws 400 for a public email domain, 409 for an id that another rule has */
export async function createRule(
  owner: RuleOwner,
  words: RuleWords,
  id: string = randomUUID(),
): Promise<Rule> {
  const values = { ...valuesOf(words), id };
  const rule = await withShop(owner.shop.domain, async (tx) => {
    const [inserted] = await tx
      .insert(row)
      .values({ shop: owner.shop.domain, ...values })
      .onConflictDoNothing()
      .returning();
    if (!inserted) {
      // The request was repeated.
      const earlier = await lockRule(tx, owner.shop.domain, id);
      if (matchesAlike(earlier, values) && earlier.name === values.name) return earlier;
      throw conflict("There is a rule with this id already.");
    }
    await recordRuleChange(tx, owner.shop.domain, owner.administrator, null, inserted);
    return inserted;
  });
  return publishRule(owner, rule);
}

/**
 * Changes a rule. If it then matches differently, it is turned off, so that the owner reviews it before it decides again.
 * @throws 400 for a public email domain, 404 for an unknown rule, 409 for a stale version
 */
export async function changeRule(
  owner: RuleOwner,
  { id, version }: Pick<Rule, "id" | "version">,
  words: RuleWords,
): Promise<Rule & { switchedOff: boolean }> {
  const values = valuesOf(words);
  const outcome = await withShop(owner.shop.domain, async (tx) => {
    await lockSettings(tx, owner.shop.domain);
    const before = await lockRule(tx, owner.shop.domain, id);
    await assertCurrent(tx, owner, before, version);
    const active = before.active && matchesAlike(before, values);
    const after = await update(tx, before, { ...values, active });
    if (!matchesAlike(before, values)) await endSwitchOn(tx, owner, id);
    await recordRuleChange(tx, owner.shop.domain, owner.administrator, before, after);
    return { after, switchedOff: before.active && !active };
  });
  return { ...publishRule(owner, outcome.after), switchedOff: outcome.switchedOff };
}

/**
 * Turns a rule off, or requests that it is turned on. When it is on, it also applies to registrations that are already pending.
 * @throws 404 for an unknown rule, 409 for a stale version, and for one whose dry run the administrator hasn't read
 */
export async function turnRule(
  owner: RuleOwner,
  { id, version, active }: Pick<Rule, "id" | "version" | "active">,
): Promise<Rule & { outcome: SafeguardOutcome }> {
  const shop = owner.shop.domain;
  const turned = await withShop(shop, async (tx) => {
    await lockSettings(tx, shop);
    const before = await lockRule(tx, shop, id);
    await assertCurrent(tx, owner, before, version);
    if (active && !before.active) assertReplayed(before, owner.administrator);
    const details = active ? replayInWords(await replayIn(tx, shop, id)) : undefined;
    const outcome = await changeIn(tx, owner, ruleSwitch, { subjectId: id, value: active, details });
    return { rule: await lockRule(tx, shop, id), outcome };
  });
  if (turned.outcome.state !== "unchanged") publishSafeguard(shop, ruleSwitch);
  return { ...ruleOf(turned.rule), outcome: turned.outcome };
}

/** A change that turns a rule on without anyone having seen what it does would be blind. */
function assertReplayed(rule: RuleRow, { id }: Pick<Administrator, "id">): void {
  if (rule.replayedVersion !== rule.version || rule.replayedById !== id)
    throw conflict(
      "First review what this rule would have done: open its page, or read its replay. Then turn it on.",
    );
}

/** Whether a rule decides. Turning it on loosens. */
export const ruleSwitch = defineSafeguard<boolean>({
  name: "registrations.rule",
  async about(tx, shop, id) {
    const { name, registration } = await lockRule(tx, shop, id);
    return { title: `Approve by rule: ${name}`, flag: REGISTRATIONS[registration as Registration].flag };
  },
  value: z.boolean(),
  read: async (tx, shop, id) => (await lockRule(tx, shop, id)).active,
  async write(tx, shop, id, { value: active, actor }) {
    const before = await lockRule(tx, shop, id);
    const after = await update(tx, before, { active });
    await recordRuleChange(tx, shop, actor, before, after);
    if (active) await queueAllPending(tx, after);
  },
  recordsItself: true,
  isLooser: (before, after) => after && !before,
  describe: (active) => (active ? "on" : "off"),
  publish: (shop) => publishChange(shop, "owner", { list: "rules" }),
});

/** A rule that is changed or deleted isn't turned on by an earlier request. */
const endSwitchOn = (tx: ShopTransaction, owner: RuleOwner, id: string) =>
  replaceWaiting(tx, owner, { safeguard: ruleSwitch.name, subjectId: id });

/** Deletes a rule. What it approved stays. @throws 404 for an unknown rule */
export async function removeRule(owner: RuleOwner, id: string): Promise<string> {
  const shop = owner.shop.domain;
  const removed = await withShop(shop, async (tx) => {
    await lockSettings(tx, shop);
    const before = await lockRule(tx, shop, id);
    await tx.delete(row).where(and(eq(row.shop, shop), eq(row.id, id)));
    await endSwitchOn(tx, owner, id);
    await recordRuleChange(tx, owner.shop.domain, owner.administrator, before, null);
    return before;
  });
  publishChange(shop, "owner", { list: "rules" });
  return removed.name;
}

async function lockRule(tx: ShopTransaction, shop: string, id: string): Promise<RuleRow> {
  const [found] = await tx
    .select()
    .from(row)
    .where(and(eq(row.shop, shop), eq(row.id, id)))
    .for("update");
  if (!found) throw notFound("This rule doesn't exist.");
  return found;
}

/** @throws 409 for a rule that was changed since the version that the owner saw */
async function assertCurrent(
  tx: ShopTransaction,
  owner: RuleOwner,
  rule: RuleRow,
  seen: number,
): Promise<void> {
  if (rule.version === seen) return;
  // Rules share the shop's history: the change that made this one what it is has its present fields.
  const change = { type: shopSubject, id: owner.shop.domain, action: ruleChanged, after: inWords(rule) };
  const { who, elsewhere } = (await readWho(tx, owner, change)) ?? SOMEONE;
  throw conflict(`${who} changed this rule${elsewhere}. Review the rule, and try again.`);
}

async function update(
  tx: ShopTransaction,
  { shop, id }: RuleRow,
  change: Partial<typeof row.$inferInsert>,
): Promise<RuleRow> {
  const [updated] = await tx
    .update(row)
    .set({ ...change, version: sql`${row.version} + 1` })
    .where(and(eq(row.shop, shop), eq(row.id, id)))
    .returning();
  if (!updated) throw new Error("A rule that was locked is gone.");
  return updated;
}

/** Queues customers who became pending before the rule was on. */
async function queueAllPending(tx: ShopTransaction, rule: RuleRow): Promise<void> {
  const status = matching.STATUS_COLUMNS[rule.registration as Registration];
  await tx.$client.query(
    `INSERT INTO rule_candidates (shop, customer_id)
     SELECT $1, p.id FROM ${matching.customersLike("$3", `${status} = 'pending'`)} AS p
       JOIN approval_rules AS r ON r.shop = $1 AND r.id = $2
      WHERE ${matching.isAbout("r", "p")} AND ${matching.isUntouched("p")}
      ORDER BY p.id
     ON CONFLICT (shop, customer_id) DO NOTHING`,
    [rule.shop, rule.id, matching.searchPatterns(rule.domains)],
  );
  await requestTask({ name: matching.APPLY_RULES }, rule.shop, { tx });
}

const valuesOf = ({ school, domains, ...words }: RuleWords) => ({
  ...words,
  school: school || null,
  domains: matching.normalizeDomains(domains),
});

/** Whether two rules match the same customers, and set the same share aside. */
const matchesAlike = (one: Matching, other: Matching) =>
  JSON.stringify(matchingOf(one)) === JSON.stringify(matchingOf(other));

type Matching = Pick<RuleRow, "registration" | "school" | "domains" | "setAsideShare">;
const matchingOf = ({ registration, school, domains, setAsideShare }: Matching) => [
  registration,
  school,
  domains.toSorted(),
  setAsideShare,
];

const ruleOf = ({
  id,
  name,
  registration,
  school,
  domains,
  setAsideShare,
  active,
  version,
}: RuleRow): Rule => ({
  id,
  name,
  registration: registration as Registration,
  school: school ?? "",
  domains,
  setAsideShare,
  active,
  version,
});

function publishRule(owner: RuleOwner, rule: RuleRow): Rule {
  publishChange(owner.shop.domain, "owner", { list: "rules" });
  return ruleOf(rule);
}

async function recordRuleChange(
  tx: ShopTransaction,
  shop: string,
  actor: Pick<Administrator, "id" | "name">,
  before: RuleRow | null,
  after: RuleRow | null,
): Promise<void> {
  await recordAudit(tx, shop, ruleChanged, {
    actor,
    subject: { type: shopSubject, id: shop },
    before: before && inWords(before),
    after: after && inWords(after),
  });
}

const inWords = (rule: RuleRow) => ({
  rule: rule.name,
  registrations: REGISTRATIONS[rule.registration as Registration].noun.many,
  school: rule.school ?? "",
  domains: rule.domains.join(", "),
  "set aside": `${rule.setAsideShare} %`,
  active: rule.active,
});
