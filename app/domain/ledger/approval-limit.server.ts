import { recordAudit } from "~/domain/audit/record.server";
import { settings } from "~/platform/auth/tables.server";
import type { CallContext } from "~/platform/contract/context.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { formatMoney } from "~/platform/money";
import { tellCredits } from "./tell.server";

const KEY = "credits.approvalAboveCents";

/** Above how much in all a request needs a second person; null: never. */
export async function readLimit(tx: ShopTransaction, shop: string): Promise<number | null> {
  const { rows } = await tx.$client.query<{ value: unknown }>({
    name: "approval-limit",
    text: "SELECT value FROM settings WHERE shop = $1 AND key = $2",
    values: [shop, KEY],
  });
  const [row] = rows;
  return typeof row?.value === "number" ? row.value : null;
}

/** Sets it. */
export async function saveLimit(
  { shop, administrator, clock }: CallContext,
  cents: number | null,
): Promise<void> {
  await withShop(shop.domain, async (tx) => {
    const before = await readLimit(tx, shop.domain);
    if (before === cents) return;
    const set = { value: cents ?? false, changedBy: administrator.id, changedAt: clock.now() };
    await tx
      .insert(settings)
      .values({ shop: shop.domain, key: KEY, ...set })
      .onConflictDoUpdate({ target: [settings.shop, settings.key], set });
    const said = (value: number | null) => (value === null ? "never" : formatMoney(value, shop.currency));
    await recordAudit(tx, shop.domain, {
      action: "setting.changed",
      actor: administrator,
      subject: { type: "shop", id: shop.domain },
      before: { key: KEY, value: said(before) },
      after: { key: KEY, value: said(cents) },
    });
  });
  tellCredits(shop.domain);
}
