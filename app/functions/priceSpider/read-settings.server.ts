import type { CallContext } from "~/core/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import type { SettingsAnswer } from "./contract";
import { NO_SETTINGS } from "./messages";
import { INITIAL_SETTINGS } from "./settings-fields";
import { readStored } from "./stored-settings.server";

/** The settings without the password. A shop that hasn't saved any gets the initial ones. */
export async function readSettings({ shop: { domain } }: CallContext): Promise<SettingsAnswer> {
  const stored = await withShop(domain, (tx) => readStored(tx, domain));
  return {
    status: true,
    msg: stored ? "Settings found." : NO_SETTINGS,
    // What is fixed may be other than when they were stored.
    settings: {
      ...(stored?.settings ?? INITIAL_SETTINGS),
      priceSpiderPassword: "",
      downloadDir: INITIAL_SETTINGS.downloadDir,
    },
    hasPassword: Boolean(stored?.password),
    serverKey: stored?.serverKey ?? null,
    newServerKey: stored?.newServerKey ?? null,
  };
}
