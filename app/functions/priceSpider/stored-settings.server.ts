import type { ServerAccess } from "~/connectors/pricespider/port";
import { lockSettings, readSetting, writeSetting } from "~/core/settings/stored-setting.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { conflict } from "~/platform/errors";
import { open } from "~/platform/secrets.server";
import { TRANSFER_OFF } from "./messages";
import {
  INITIAL_SETTINGS,
  type PriceSpiderSettings,
  SETTING_LABELS,
  type SettingName,
} from "./settings-fields";

/** What a shop has stored. */
export interface Stored {
  settings: PriceSpiderSettings;
  /** Sealed. Empty without one. */
  password: string;
  /** Of the server at the first connection. */
  serverKey: string | null;
  /** That the server had instead at the last connection. */
  newServerKey: string | null;
}

/** The size of the last feed that was transferred, and where it was from. */
interface LastFeed {
  url: string;
  bytes: number;
}

const SETTINGS = "priceSpider";
const LAST_FEED = "priceSpider.lastFeed";

const NOTHING: Stored = { settings: INITIAL_SETTINGS, password: "", serverKey: null, newServerKey: null };

/** Who stores something, and when. */
interface Saved {
  by: string;
  at: Date;
}

/** Reads what the shop has stored. Null before it is saved for the first time. */
export async function readStored(tx: ShopTransaction, shop: string): Promise<Stored | null> {
  return ((await readSetting(tx, shop, SETTINGS)) as Stored | undefined) ?? null;
}

/**
 * Changes what the shop has stored. Simultaneous changes take turns, so that none is lost.
 * @param change null leaves it as it is
 */
export async function changeStored(
  tx: ShopTransaction,
  shop: string,
  saved: Saved,
  change: (stored: Stored) => Stored | null,
): Promise<{ before: Stored; after: Stored | null }> {
  await lockSettings(tx, shop);
  const before = (await readStored(tx, shop)) ?? NOTHING;
  const after = change(before);
  if (after) await writeSetting(tx, shop, { key: SETTINGS, value: after }, saved);
  return { before, after };
}

/** The last feed that was transferred from this address. Undefined before the first one. */
export async function readLastFeed(
  tx: ShopTransaction,
  shop: string,
  url: string,
): Promise<LastFeed | undefined> {
  const last = (await readSetting(tx, shop, LAST_FEED)) as LastFeed | undefined;
  return last?.url === url ? last : undefined;
}

export const writeLastFeed = (
  tx: ShopTransaction,
  shop: string,
  feed: LastFeed,
  saved: Saved,
): Promise<void> => writeSetting(tx, shop, { key: LAST_FEED, value: feed }, saved);

/** What a transfer needs. */
export interface TransferSettings {
  feedUrl: string;
  server: ServerAccess;
}

const NEEDED = [
  "wyomindProductFeedsUrl",
  "priceSpiderHost",
  "priceSpiderPort",
  "priceSpiderUser",
] as const satisfies readonly SettingName[];

/** @throws 409 when the transfer is turned off, or a setting is missing */
export async function requireTransferSettings(tx: ShopTransaction, shop: string): Promise<TransferSettings> {
  const { settings, password, serverKey } = (await readStored(tx, shop)) ?? NOTHING;
  if (!settings.enable) throw conflict(TRANSFER_OFF);
  const missing: SettingName[] = NEEDED.filter((name) => settings[name] === "");
  if (!password) missing.push("priceSpiderPassword");
  if (missing.length > 0) {
    const labels = missing.map((name) => SETTING_LABELS[name]).join(", ");
    throw conflict(`Enter these settings and update them, then try again: ${labels}.`);
  }
  return {
    feedUrl: settings.wyomindProductFeedsUrl,
    server: {
      client: settings.ftpClient,
      host: settings.priceSpiderHost,
      port: Number(settings.priceSpiderPort),
      user: settings.priceSpiderUser,
      password: open(password),
      directory: settings.uploadDir,
      knownKey: serverKey,
    },
  };
}
