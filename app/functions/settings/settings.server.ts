import { implement } from "@orpc/server";
import { sql } from "drizzle-orm";
import { recordAudit } from "~/domain/audit/record.server";
import { SWITCH_KEYS, type SwitchKey } from "~/domain/settings/switches";
import { readSwitches, writeSwitch } from "~/domain/settings/switches.server";
import type { CallContext } from "~/platform/contract/context.server";
import { door } from "~/platform/contract/door.server";
import { withShop } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { settingsContract } from "./contract";

const calls = implement(settingsContract).$context<CallContext>().use(door);

export const settingsRouter = calls.router({
  read: calls.read.handler(async ({ context }) => {
    const { domain } = context.shop;
    return { switches: await withShop(domain, (tx) => readSwitches(tx, domain)) };
  }),
  change: calls.change.handler(({ input, context }) => changeSwitches(context, input.switches)),
});

type Switches = Record<SwitchKey, boolean>;

/** Sets the switches that are named and differ, each with its own audit entry. */
async function changeSwitches(
  { shop, administrator, clock }: CallContext,
  wanted: Partial<Switches>,
): Promise<{ switches: Switches; changed: Partial<Switches> }> {
  const outcome = await withShop(shop.domain, async (tx) => {
    // Two owners who save together take turns; else an entry could tell a "before" that never was.
    await tx.execute(sql`SELECT 1 FROM shops WHERE shop = ${shop.domain} FOR UPDATE`);
    const before = await readSwitches(tx, shop.domain);
    const changed = SWITCH_KEYS.filter((key) => wanted[key] !== undefined && wanted[key] !== before[key]);
    for (const key of changed) {
      await writeSwitch(tx, shop.domain, {
        key,
        value: !before[key],
        changedBy: administrator.id,
        changedAt: clock.now(),
      });
      await recordAudit(tx, shop.domain, {
        action: "setting.changed",
        actor: administrator,
        subject: { type: "shop", id: shop.domain },
        before: { key, value: before[key] },
        after: { key, value: !before[key] },
      });
    }
    const turned = Object.fromEntries(changed.map((key) => [key, !before[key]]));
    return { switches: { ...before, ...turned }, changed: turned };
  });
  if (Object.keys(outcome.changed).length > 0) publishChange(shop.domain, "owner", { list: "settings" });
  return outcome;
}
