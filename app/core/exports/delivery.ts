import { comparableAddress, isMailAddress } from "~/platform/mail-address";
import type { FileFormat } from "~/platform/sheets/spreadsheet";

/** Other people than the one who requests a file get at most this many emails with it. */
export const MAX_RECIPIENTS = 20;

/** How an email has its file. */
export const SENT_AS = ["link", "attachment"] as const;
export type SentAs = (typeof SENT_AS)[number];

/** Where a file goes that a job writes, besides the person who requested it. */
export interface Delivery {
  /** Their email addresses. */
  recipients: string[];
  sendAs: SentAs;
  format: FileFormat;
}

/** As a form has it, and as calls take it: the addresses are one text. */
export interface DeliveryInput extends Omit<Delivery, "recipients"> {
  recipients: string;
}

/** Only the person who requested it gets an email, with the link to a workbook. */
export const OWN_LINK: DeliveryInput = { recipients: "", sendAs: "link", format: "xlsx" };

/** Only the person who requested it gets the email, with the workbook attached. */
export const OWN_COPY: Delivery = { recipients: [], sendAs: "attachment", format: "xlsx" };

/** The addresses of a text, each once. They are separated by commas, semicolons, spaces or lines. */
export function addressesIn(text: string): string[] {
  const addresses = text.split(/[\s,;]+/).filter((address) => address !== "");
  return [...new Map(addresses.map((address) => [comparableAddress(address), address])).values()];
}

/** What is wrong with the recipients, in a sentence. Undefined for none, and for valid ones. */
export function problemOfRecipients(text: string): string | undefined {
  const addresses = addressesIn(text);
  const invalid = addresses.find((address) => !isMailAddress(address));
  if (invalid !== undefined)
    return `“${invalid.slice(0, 100)}” isn't a valid email address. Correct it, or remove it.`;
  if (addresses.length > MAX_RECIPIENTS)
    return `A file can be emailed to ${MAX_RECIPIENTS} further people. Remove ${addresses.length - MAX_RECIPIENTS} of them.`;
  return undefined;
}

/** A delivery in words: "Also to 2 people, with the file attached, as CSV". Empty for a link to a workbook that only one person gets. */
export function deliveryText({ recipients, sendAs, format }: Delivery): string {
  return [
    ...(recipients.length > 0 ? [`also to ${recipients.join(", ")}`] : []),
    ...(sendAs === "attachment" ? ["with the file attached"] : []),
    ...(format === "csv" ? ["as CSV"] : []),
  ].join(", ");
}
