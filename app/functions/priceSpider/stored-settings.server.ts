import { FTP_CLIENTS, NO_KEY, type ServerAccess } from "~/connectors/pricespider/port";
import { testServer } from "~/connectors/pricespider/test-server.server";
import { recordAudit } from "~/core/audit/record-audit.server";
import { shopSubject } from "~/core/audit/subjects.server";
import type { CallContext } from "~/core/context.server";
import {
  lockSettings,
  readSetting,
  sealedSetting,
  writeSetting,
} from "~/core/settings/stored-setting.server";
import type { TestStep } from "~/platform/connection-test.server";
import { type ShopTransaction, withShop } from "~/platform/db/with-shop.server";
import { conflict, Refusal } from "~/platform/errors";
import { outboundAddress } from "~/platform/outbound.server";
import { outboundHost } from "~/platform/outbound-host.server";
import { publishChange } from "~/platform/realtime/publish.server";
import { openOrRefuse } from "~/platform/secrets/secrets.server";
import { priceSpiderKeyAccepted } from "./audit.server";
import type { SettingsAnswer } from "./schemas";
import * as fields from "./settings-fields";
import { partNamesOf } from "./transfer/deliver-feed.server";

/** What a shop has stored. */
export interface Stored {
  settings: fields.PriceSpiderSettings;
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

/** A change of the secret key encrypts the password again. */
export const sealedPassword = sealedSetting(SETTINGS, "password");

const LAST_FEED = "priceSpider.lastFeed";

const NOTHING: Stored = {
  settings: fields.INITIAL_SETTINGS,
  password: "",
  serverKey: null,
  newServerKey: null,
};

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

const UNREADABLE_PASSWORD =
  "The stored password can't be read any longer. Enter it again and update the settings, then try again.";

const SERVER_NEEDED = ["priceSpiderHost", "priceSpiderPort", "priceSpiderUser"] as const;
const NEEDED = ["wyomindProductFeedsUrl", ...SERVER_NEEDED] as const satisfies readonly fields.SettingName[];

/** @throws 409 when the transfer is turned off, or a setting is missing */
export async function requireTransferSettings(tx: ShopTransaction, shop: string): Promise<TransferSettings> {
  const stored = (await readStored(tx, shop)) ?? NOTHING;
  if (!stored.settings.enable) throw conflict(fields.TRANSFER_OFF);
  return { feedUrl: stored.settings.wyomindProductFeedsUrl, server: serverIn(stored, NEEDED) };
}

/** The server, also while the transfer is turned off. @throws 409 when a setting is missing */
export const requireServer = async (tx: ShopTransaction, shop: string): Promise<ServerAccess> =>
  serverIn((await readStored(tx, shop)) ?? NOTHING, SERVER_NEEDED);

function serverIn({ settings, password, serverKey }: Stored, needed: typeof NEEDED | typeof SERVER_NEEDED) {
  const missing: fields.SettingName[] = needed.filter((name) => settings[name] === "");
  if (!password) missing.push("priceSpiderPassword");
  if (missing.length > 0) {
    const labels = missing.map((name) => fields.SETTING_LABELS[name]).join(", ");
    throw conflict(`Enter these settings and update them, then try again: ${labels}.`);
  }
  return {
    client: settings.ftpClient,
    host: settings.priceSpiderHost,
    port: Number(settings.priceSpiderPort),
    user: settings.priceSpiderUser,
    password: openOrRefuse(password, UNREADABLE_PASSWORD),
    directory: settings.uploadDir,
    knownKey: serverKey,
  } satisfies ServerAccess;
}

/** A setting's value, or what is wrong with it as a sentence without its subject. */
export type ParsedSetting = { value: string | boolean } | { problem: string };

/** The own ports of FTP, SFTP and implicit FTPS, and those that any server may use. */
const isAllowedPort = (port: number) => [21, 22, 990].includes(port) || (port >= 1024 && port <= 65_535);

// biome-ignore lint/suspicious/noControlCharactersInRegex: FTP would read them as the end of a command
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;

const parsers: Record<fields.SettingName, (text: string) => ParsedSetting> = {
  wyomindProductFeedsUrl: (text) =>
    text
      ? parseOrProblem("url", () => outboundAddress(text, "url", { allowQuery: true }).href)
      : { value: "" },
  priceSpiderHost: (text) =>
    text ? parseOrProblem("host", () => outboundHost(text, "host")) : { value: "" },
  priceSpiderPort: (text) =>
    text === "" || (/^\d{1,5}$/.test(text) && isAllowedPort(Number(text)))
      ? { value: text && String(Number(text)) }
      : { problem: "must be 21, 22, 990, or a number from 1024 to 65535" },
  priceSpiderUser: (text) => ({ value: text }),
  priceSpiderPassword: (text) => (text ? { value: text } : { problem: "must not be empty" }),
  uploadDir: (text) =>
    text.split("/").includes("..") || text.includes("\\")
      ? { problem: "must be a folder such as /incoming, without .. and \\" }
      : { value: text.length > 1 ? text.replace(/\/+$/, "") : text },
  enable: (text) =>
    text === "true" || text === "false" ? { value: text === "true" } : { problem: "must be true or false" },
  ftpClient: (text) =>
    FTP_CLIENTS.some((client) => client === text)
      ? { value: text }
      : { problem: `must be ${FTP_CLIENTS.join(" or ")}` },
  downloadDir: () => ({ problem: "can't be changed" }),
};

/** Checks and normalizes a value as it was sent. */
export function parseSetting(name: fields.SettingName, sent: string | number | boolean): ParsedSetting {
  // A password is used as it was entered.
  const text = name === "priceSpiderPassword" ? String(sent) : String(sent).trim();
  if (CONTROL_CHARACTERS.test(text)) return { problem: "must not contain line breaks or control characters" };
  return parsers[name](text);
}

function parseOrProblem(field: string, parse: () => string): ParsedSetting {
  try {
    return { value: parse() };
  } catch (error) {
    const problem = error instanceof Refusal && error.fieldErrors?.[field];
    if (!problem) throw error;
    return { problem };
  }
}

/** The settings without the password. A shop that hasn't saved any gets the initial ones. */
export async function readSettings({ shop: { domain } }: CallContext): Promise<SettingsAnswer> {
  const stored = await withShop(domain, (tx) => readStored(tx, domain));
  return {
    status: true,
    msg: stored ? "Settings found." : fields.NO_SETTINGS,
    // What is fixed may be other than when they were stored.
    settings: {
      ...(stored?.settings ?? fields.INITIAL_SETTINGS),
      priceSpiderPassword: "",
      downloadDir: fields.INITIAL_SETTINGS.downloadDir,
    },
    hasPassword: Boolean(stored?.password),
    serverKey: stored?.serverKey ?? null,
    newServerKey: stored?.newServerKey ?? null,
  };
}

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
  publishChange(domain, "showPriceSpider", { list: fields.SETTINGS_LIST });
  return { status: true, msg: fields.KEY_ACCEPTED };
}

/** Someone waits for it. */
const WITHIN_MS = 20_000;

/**
 * Tests the connection with the stored settings.
 * @throws 409 when a setting is missing
 */
export async function testConnection({
  shop: { domain },
}: CallContext): Promise<{ status: boolean; msg: string; steps: TestStep[] }> {
  const access = await withShop(domain, (tx) => requireServer(tx, domain));
  // The next transfer removes what an interrupted test leaves.
  const { next } = partNamesOf(domain);
  const names = { written: next(), renamed: next() };
  const steps = await testServer(access, names, AbortSignal.timeout(WITHIN_MS));
  const failed = steps.find(({ state }) => state === "failed");
  return { status: !failed, msg: failed?.text ?? "PriceSpider's server accepts the feed.", steps };
}
