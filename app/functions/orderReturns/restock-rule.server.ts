import { liveAdminApi } from "~/connectors/shopify/live.server";
import { returnReasons, stockLocations } from "~/connectors/shopify/operations/returns";
import { readWho, SOMEONE } from "~/core/audit/outdated-form.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { isOutdated, lockSettings, readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { restockRuleChanged } from "./audit.server";
import type { ChosenRule, RestockRule } from "./schemas";

const KEY = "returns.restock-rule";

/** Without a rule, everything is restocked at the shop's first location. */
const NO_RULE: ChosenRule = { location_id: null, not_restocked: [] };

/** What is suggested for received units. */
export const readStoredRule = async (tx: ShopTransaction, shop: string): Promise<ChosenRule> =>
  ((await readSetting(tx, shop, KEY)) as ChosenRule | undefined) ?? NO_RULE;

/** The rule with what can be chosen for it. */
export async function readRestockRule({ shop: { domain } }: CallContext): Promise<RestockRule> {
  const [rule, { locations, reasons }] = await Promise.all([
    withShop(domain, (tx) => readStoredRule(tx, domain)),
    readChoices(domain),
  ]);
  return { ...rule, locations, reasons };
}

async function readChoices(shop: string): Promise<Pick<RestockRule, "locations" | "reasons">> {
  const api = liveAdminApi(shop);
  const [{ locations }, { returnReasonDefinitions }] = await Promise.all([
    api.run(stockLocations, {}),
    api.run(returnReasons, {}),
  ]);
  return {
    locations: locations.nodes.filter(({ isActive }) => isActive).map(({ id, name }) => ({ id, name })),
    reasons: returnReasonDefinitions.nodes.map(({ id, name }) => ({ id, name })),
  };
}

/**
 * Saves the rule. Receipts that are open keep what they suggest.
 * @param seen the rule that the form showed
 * @throws 400 for a location or a reason that the shop doesn't have, 409 when someone else changed the rule since
 */
export async function saveRestockRule(
  context: CallContext,
  { seen, ...rule }: ChosenRule & { seen?: ChosenRule },
): Promise<ChosenRule> {
  const { administrator, clock } = context;
  const { domain } = context.shop;
  const { locations, reasons } = await readChoices(domain);
  const location = locations.find(({ id }) => id === rule.location_id);
  if (rule.location_id !== null && !location)
    throw badRequest("This location no longer exists. Choose another one.");
  const chosen = reasons.filter(({ id }) => rule.not_restocked.includes(id));
  if (chosen.length < new Set(rule.not_restocked).size)
    throw badRequest("One of these reasons no longer exists. Open the rule again.");
  // In the order of the shop's reasons, so that equal rules are the same.
  const after: ChosenRule = { location_id: rule.location_id, not_restocked: chosen.map(({ id }) => id) };
  await withShop(domain, async (tx) => {
    await lockSettings(tx, domain);
    const before = await readStoredRule(tx, domain);
    if (isOutdated(seen, before, after)) {
      const change = { type: shopSubject, id: domain, action: restockRuleChanged };
      const { who, elsewhere } = (await readWho(tx, context, change)) ?? SOMEONE;
      throw conflict(
        `${who} changed the restock rule${elsewhere}. Your changes weren't saved. Open it again.`,
      );
    }
    await writeSetting(tx, domain, { key: KEY, value: after }, { by: administrator.id, at: clock.now() });
    await recordAudit(tx, domain, restockRuleChanged, {
      actor: administrator,
      subject: { type: shopSubject, id: domain },
      before: null,
      after: {
        location: location?.name ?? "The first location",
        notRestocked: chosen.map(({ name }) => name).join(", "),
      },
      flag: "showOrderReturns",
    });
  });
  publishChange(domain, "showOrderReturns", { list: "orderReturns" });
  return after;
}
