import { and, eq } from "drizzle-orm";
import type { AgoraAccess } from "~/connectors/agora/port";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import { settingChanged } from "~/core/settings/audit.server";
import { settings } from "~/platform/auth/tables.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { badRequest, conflict } from "~/platform/errors";
import { outboundAddress } from "~/platform/outbound.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { open, seal } from "~/platform/secrets.server";
import { NOT_CONFIGURED } from "./messages";

const KEY = "agora";

/** As it is kept: the key is sealed. */
interface Stored {
  baseUrl: string;
  key: string;
}

async function stored(tx: ShopTransaction, shop: string): Promise<Stored | null> {
  const [row] = await tx
    .select({ value: settings.value })
    .from(settings)
    .where(and(eq(settings.shop, shop), eq(settings.key, KEY)));
  return (row?.value as Stored | undefined) ?? null;
}

/** What the account owner sees: the address, and whether there is a key. The key itself never comes back. */
export async function readAgoraSettings(shop: string): Promise<{ baseUrl: string; hasKey: boolean }> {
  const found = await withShop(shop, (tx) => stored(tx, shop));
  return { baseUrl: found?.baseUrl ?? "", hasKey: found !== null };
}

/** Whether people can be synced in this shop. */
export const isConfigured = async (tx: ShopTransaction, shop: string): Promise<boolean> =>
  (await stored(tx, shop)) !== null;

/** Where the shop's Agora answers, and its key. @throws 409 when the owner has not set it up */
export async function agoraAccess(shop: string): Promise<AgoraAccess> {
  const found = await withShop(shop, (tx) => stored(tx, shop));
  if (!found) throw conflict(NOT_CONFIGURED);
  return { baseUrl: found.baseUrl, key: open(found.key) };
}

/**
 * Saves Agora's address and key. An empty address disconnects Agora and deletes the key. Without a new key the stored one stays, but
 * only for the same address: a key is never sent to another host.
 * @throws 400 for an address that isn't allowed, or if a key is missing
 */
export async function saveAgoraSettings(
  { shop, administrator, clock }: CallContext,
  { baseUrl, key }: { baseUrl: string; key: string },
): Promise<{ baseUrl: string; hasKey: boolean; changed: boolean }> {
  const address = baseUrl ? outboundAddress(baseUrl, "base_url").href.replace(/\/+$/, "") : "";
  const saved = await withShop(shop.domain, async (tx) => {
    // Two owners who save together take turns; else an entry could tell a "before" that never was.
    await tx.$client.query("SELECT 1 FROM shops WHERE shop = $1 FOR UPDATE", [shop.domain]);
    const before = await stored(tx, shop.domain);
    if (address && !key && before?.baseUrl !== address)
      throw badRequest("Enter the key of this Agora: a kept key is not sent to another address.", {
        key: "is needed for this address",
      });
    if ((before?.baseUrl ?? "") === address && !key)
      return { baseUrl: address, hasKey: before !== null, changed: false };
    if (address) {
      const value: Stored = { baseUrl: address, key: key ? seal(key) : (before?.key ?? "") };
      const set = { value, changedAt: clock.now(), changedBy: administrator.id };
      await tx
        .insert(settings)
        .values({ shop: shop.domain, key: KEY, ...set })
        .onConflictDoUpdate({ target: [settings.shop, settings.key], set });
    } else {
      await tx.delete(settings).where(and(eq(settings.shop, shop.domain), eq(settings.key, KEY)));
    }
    await recordAudit(tx, shop.domain, settingChanged, {
      actor: administrator,
      subject: { type: shopSubject, id: shop.domain },
      before: { key: "Agora", value: before?.baseUrl ?? "" },
      after: { key: "Agora", value: key && address ? `${address} (new key)` : address },
    });
    return { baseUrl: address, hasKey: address !== "", changed: true };
  });
  if (saved.changed) publishChange(shop.domain, "owner", { list: "settings" });
  return saved;
}
