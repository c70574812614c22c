import { randomUUID } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import { recordAudit } from "~/domain/audit/record.server";
import type { CallContext } from "~/platform/contract/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, notFound } from "~/platform/errors";
import { requestTask } from "~/platform/jobs/task.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { REGISTRATIONS, type Registration } from "../status";
import { approvalRules } from "../tables.server";
import { APPLY_RULES } from "./candidates.server";
import { isAbout, isUntouched, STATUS_COLUMNS, searchPatterns } from "./matching.server";
import { keptDomains } from "./public-domains.server";
import type { Rule, RuleWords } from "./rule";

type RuleRow = typeof approvalRules.$inferSelect;
type Owner = Pick<CallContext, "shop" | "administrator">;
const row = approvalRules;

/** All rules of a shop, oldest first: the order in which they are asked about a person. */
export async function listRules(shop: string): Promise<Rule[]> {
  const rows = await withShop(shop, (tx) =>
    tx.select().from(row).where(eq(row.shop, shop)).orderBy(asc(row.createdAt), asc(row.id)),
  );
  return rows.map(ruleOf);
}

/** Adds a rule, which is off. @throws 400 for a public mail domain, 409 for an id that another rule has */
export async function createRule(owner: Owner, words: RuleWords, id: string = randomUUID()): Promise<Rule> {
  const kept = { ...wordsToKeep(words), id };
  const created = await withShop(owner.shop.domain, async (tx) => {
    const [inserted] = await tx
      .insert(row)
      .values({ shop: owner.shop.domain, ...kept })
      .onConflictDoNothing()
      .returning();
    if (!inserted) {
      // The same form, sent again.
      const earlier = await lockRule(tx, owner.shop.domain, id);
      if (matchesAlike(earlier, kept) && earlier.name === kept.name) return earlier;
      throw conflict("There is a rule with this id already.");
    }
    await writeDown(tx, owner, null, inserted);
    return inserted;
  });
  return told(owner, created);
}

/**
 * Changes a rule. One that would then be about others is switched off, so that it is looked at before it decides again.
 * @throws 400 for a public mail domain, 404 for an unknown rule, 409 when somebody else changed it meanwhile
 */
export async function changeRule(
  owner: Owner,
  { id, version }: Pick<Rule, "id" | "version">,
  words: RuleWords,
): Promise<Rule & { switchedOff: boolean }> {
  const kept = wordsToKeep(words);
  const outcome = await withShop(owner.shop.domain, async (tx) => {
    const before = await lockRule(tx, owner.shop.domain, id, version);
    const active = before.active && matchesAlike(before, kept);
    const after = await update(tx, before, { ...kept, active });
    await writeDown(tx, owner, before, after);
    return { after, switchedOff: before.active && !active };
  });
  return { ...told(owner, outcome.after), switchedOff: outcome.switchedOff };
}

/**
 * Switches a rule on or off. On, it looks at everybody who is pending; off, it decides on nobody any more.
 * @throws 404 for an unknown rule, 409 when somebody else changed it meanwhile
 */
export async function turnRule(
  owner: Owner,
  { id, version, active }: Pick<Rule, "id" | "version" | "active">,
): Promise<Rule> {
  const shop = owner.shop.domain;
  const turned = await withShop(shop, async (tx) => {
    const before = await lockRule(tx, shop, id, version);
    if (before.active === active) return before;
    const after = await update(tx, before, { active });
    await writeDown(tx, owner, before, after);
    if (active) await noteEverybodyPending(tx, after);
    return after;
  });
  return told(owner, turned);
}

/** Deletes a rule; what it approved stays. @throws 404 for an unknown rule */
export async function removeRule(owner: Owner, id: string): Promise<string> {
  const shop = owner.shop.domain;
  const removed = await withShop(shop, async (tx) => {
    const before = await lockRule(tx, shop, id);
    await tx.delete(row).where(and(eq(row.shop, shop), eq(row.id, id)));
    await writeDown(tx, owner, before, null);
    return before;
  });
  publishChange(shop, "owner", { list: "rules" });
  return removed.name;
}

async function lockRule(tx: ShopTransaction, shop: string, id: string, version?: number): Promise<RuleRow> {
  const [found] = await tx
    .select()
    .from(row)
    .where(and(eq(row.shop, shop), eq(row.id, id)))
    .for("update");
  if (!found) throw notFound("There is no such rule.");
  if (version !== undefined && found.version !== version)
    throw conflict("Somebody else changed this rule meanwhile. Reload the page and look at it again.");
  return found;
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

/** Those who were pending before the rule was on have come to nobody's notice yet. */
async function noteEverybodyPending(tx: ShopTransaction, rule: RuleRow): Promise<void> {
  const status = STATUS_COLUMNS[rule.registration as Registration];
  await tx.$client.query(
    `INSERT INTO rule_candidates (shop, customer_id)
     SELECT $1, p.id FROM customers_of_shop AS p JOIN approval_rules AS r ON r.shop = $1 AND r.id = $2
      WHERE p.shop = $1 AND p.${status} = 'pending' AND p.search_text LIKE ANY ($3)
        AND ${isAbout("r", "p")} AND ${isUntouched("p")}
      ORDER BY p.id
     ON CONFLICT (shop, customer_id) DO NOTHING`,
    [rule.shop, rule.id, searchPatterns(rule.domains)],
  );
  await requestTask({ name: APPLY_RULES }, rule.shop, { tx });
}

const wordsToKeep = ({ school, domains, ...words }: RuleWords) => ({
  ...words,
  school: school || null,
  domains: keptDomains(domains),
});

/** Whether two rules are about the same people, and set the same share of them aside. */
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

function told(owner: Owner, rule: RuleRow): Rule {
  publishChange(owner.shop.domain, "owner", { list: "rules" });
  return ruleOf(rule);
}

async function writeDown(
  tx: ShopTransaction,
  { shop, administrator }: Owner,
  before: RuleRow | null,
  after: RuleRow | null,
): Promise<void> {
  await recordAudit(tx, shop.domain, {
    action: "rule.changed",
    actor: administrator,
    subject: { type: "shop", id: shop.domain },
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
