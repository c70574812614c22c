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
