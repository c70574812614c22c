import { FTP_CLIENTS } from "~/connectors/pricespider/port";
import { Refusal } from "~/platform/errors";
import { outboundAddress } from "~/platform/outbound.server";
import { outboundHost } from "~/platform/outbound-host.server";
import type { SettingName } from "./settings-fields";

/** A setting's value, or what is wrong with it as a sentence without its subject. */
export type ParsedSetting = { value: string | boolean } | { problem: string };

/** The own ports of FTP, SFTP and implicit FTPS, and those that any server may use. */
const isAllowedPort = (port: number) => [21, 22, 990].includes(port) || (port >= 1024 && port <= 65_535);

// biome-ignore lint/suspicious/noControlCharactersInRegex: FTP would read them as the end of a command
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;

const parsers: Record<SettingName, (text: string) => ParsedSetting> = {
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
export function parseSetting(name: SettingName, sent: string | number | boolean): ParsedSetting {
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
