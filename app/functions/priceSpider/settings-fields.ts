import { FTP_CLIENTS, type FtpClient } from "~/connectors/pricespider/port";

/** The settings by their names in the calls, in the order of the page, with their labels. */
export const SETTING_LABELS = {
  wyomindProductFeedsUrl: "Url",
  priceSpiderHost: "Host",
  priceSpiderPort: "Port",
  priceSpiderUser: "User",
  priceSpiderPassword: "Password",
  uploadDir: "Upload Directory",
  enable: "Enable",
  ftpClient: "FTP Client",
  downloadDir: "Download Dir",
} as const;
export type SettingName = keyof typeof SETTING_LABELS;
export const SETTING_NAMES = Object.keys(SETTING_LABELS) as SettingName[];

/** The settings as the form has them. The password is never read: it is empty until a new one is entered. */
export interface PriceSpiderSettings {
  wyomindProductFeedsUrl: string;
  priceSpiderHost: string;
  /** Digits, or empty. */
  priceSpiderPort: string;
  priceSpiderUser: string;
  priceSpiderPassword: string;
  uploadDir: string;
  enable: boolean;
  ftpClient: FtpClient;
  /** Read only. */
  downloadDir: string;
}

/** Where the feed is before it is uploaded. No directory of a shop's own: nothing stays there. */
const DOWNLOAD_DIR = "A private temporary folder";

/** The settings of a shop that hasn't saved any. */
export const INITIAL_SETTINGS: PriceSpiderSettings = {
  wyomindProductFeedsUrl: "",
  priceSpiderHost: "",
  priceSpiderPort: "",
  priceSpiderUser: "",
  priceSpiderPassword: "",
  uploadDir: "/",
  enable: false,
  ftpClient: FTP_CLIENTS[0],
  downloadDir: DOWNLOAD_DIR,
};

/** What identifies the server and who signs in. A password belongs to exactly these. */
export const SIGN_IN_SETTINGS = [
  "priceSpiderHost",
  "priceSpiderPort",
  "priceSpiderUser",
  "ftpClient",
] as const satisfies readonly SettingName[];
/** A server has a key of its own. */
export const SERVER_SETTINGS = [
  "priceSpiderHost",
  "priceSpiderPort",
  "ftpClient",
] as const satisfies readonly SettingName[];

/** Longest value of a setting (characters). */
export const MAX_SETTING_LENGTH = 500;

/** Texts that the specification fixes. */
export const SETTINGS_NOT_LOADED = "Error getting settings: ";

export const NO_SETTINGS = "No settings found.";

export const SETTINGS_UPDATED = "Settings updated";

export const SETTINGS_NOT_UPDATED = "Error updating settings";

export const notUpdated = (names: readonly string[]): string => `Not updated: ${names.join(", ")}`;

export const PRICESPIDER_UPDATED = "PriceSpider updated";

export const PRICESPIDER_NOT_UPDATED = "Error updating PriceSpider";

export const TRANSFER_STARTED = "The transfer was started. Its progress is shown below the settings.";

export const TRANSFER_RETRIED = "The transfer is being retried.";

export const NEWER_TRANSFER = "A newer transfer has started. Start a transfer instead of retrying this one.";

export const KEY_ACCEPTED = "The change was accepted. Start the transfer again.";

export const TRANSFER_OFF =
  "The transfer to PriceSpider is turned off. Select Enable in the settings and update them, then try again.";

export const HOST_NEEDED = "needs a host: it is stored for one server";

export const PASSWORD_NEEDED = "is needed: a stored password isn't sent to another server or user";

/** The syncs of PriceSpider, as its calls and messages name them. */
export const SECTION = "priceSpider";

/** What open pages load again when the settings change. */
export const SETTINGS_LIST = "priceSpider.settings";
