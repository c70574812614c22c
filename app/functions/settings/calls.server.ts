import { z } from "zod";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import { call } from "~/core/call.server";
import type { CallContext } from "~/core/context.server";
import { assertDeclared, declaredName } from "~/core/declared-name";
import {
  lockSettings,
  readSwitches,
  settingChanged,
  writeSetting,
} from "~/core/settings/stored-setting.server";
import { withShop } from "~/platform/db/with-shop.server";
import { publishChange } from "~/platform/realtime/publish.server";

/** Switches by key, and whether they are on. Missing keys stay unchanged. */
const switches = z.record(declaredName("switches"), z.boolean("must be true or false"));

/** The calls of the Settings page. */
export const settingsCalls = {
  read: call("GET /settings", {
    for: "owner",
    summary: "The shop's switches",
    output: z.object({ switches }),
    async run(context) {
      const { domain } = context.shop;
      const declared = [...context.declarations.switches.values()];
      return { switches: await withShop(domain, (tx) => readSwitches(tx, domain, declared)) };
    },
  }),
  change: call("PATCH /settings", {
    for: "owner",
    summary: "Set switches of the shop. The others stay unchanged",
    input: z.object({ switches: switches }),
    output: z.object({ switches, changed: switches }),
    run(context, { switches }) {
      for (const key of Object.keys(switches))
        assertDeclared(context.declarations, "switches", key, `switches.${key}`);
      return changeSwitches(context, switches);
    },
  }),
};

type Switches = Readonly<Record<string, boolean>>;

/** Sets the named switches that differ, each with its own audit entry. */
async function changeSwitches(
  { shop, administrator, clock, declarations }: CallContext,
  wanted: Switches,
): Promise<{ switches: Switches; changed: Switches }> {
  const outcome = await withShop(shop.domain, async (tx) => {
    await lockSettings(tx, shop.domain);
    const before = await readSwitches(tx, shop.domain, [...declarations.switches.values()]);
    const changed = [...declarations.switches.keys()].filter(
      (key) => wanted[key] !== undefined && wanted[key] !== before[key],
    );
    for (const key of changed) {
      const saved = { by: administrator.id, at: clock.now() };
      await writeSetting(tx, shop.domain, { key, value: !before[key] }, saved);
      await recordAudit(tx, shop.domain, settingChanged, {
        actor: administrator,
        subject: { type: shopSubject, id: shop.domain },
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
