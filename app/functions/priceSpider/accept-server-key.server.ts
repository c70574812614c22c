import { NO_KEY } from "~/connectors/pricespider/port";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { withShop } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { publishChange } from "~/platform/realtime/publish.server";
import { priceSpiderKeyAccepted } from "./audit.server";
import { SETTINGS_LIST } from "./lists";
import { KEY_ACCEPTED } from "./messages";
import { changeStored } from "./stored-settings.server";

/**
 * Accepts the key that PriceSpider's server had at the last connection.
 * @param key as the administrator saw it
 * @throws 409 when the server had another one
 */
export async function acceptServerKey(
  { shop: { domain }, administrator, clock }: CallContext,
  key: string,
): Promise<{ status: true; msg: string }> {
  await withShop(domain, async (tx) => {
    const saved = { by: administrator.id, at: clock.now() };
    const { before } = await changeStored(tx, domain, saved, (stored) => {
      if (stored.newServerKey !== key)
        throw conflict(
          "This isn't the key that the server had at the last transfer. The page shows the current key.",
        );
      return { ...stored, serverKey: key === NO_KEY ? null : key, newServerKey: null };
    });
    await recordAudit(tx, domain, priceSpiderKeyAccepted, {
      actor: administrator,
      subject: { type: shopSubject, id: domain },
      before: { key: before.serverKey ?? "" },
      after: { key },
      flag: "showPriceSpider",
    });
  });
  publishChange(domain, "showPriceSpider", { list: SETTINGS_LIST });
  return { status: true, msg: KEY_ACCEPTED };
}
