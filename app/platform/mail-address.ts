/** An email address with the name that is shown with it. */
export interface Mailbox {
  email: string;
  name?: string;
}

/** RFC 5321: at most 64 characters before the @, 254 in total. */
export const MAX_MAIL_ADDRESS_LENGTH = 254;
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/**
 * True for one plain email address. Anything that could inject a second address or a header (spaces, line breaks, commas, quotes,
 * comments, angle brackets) isn't valid.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  const labels = domain.split(".");
  return (
    at > 0 &&
    text.length <= MAX_MAIL_ADDRESS_LENGTH &&
    local.length <= 64 &&
    LOCAL_PART.test(local) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label))
  );
}

/** Normalizes an address for comparison: letter case doesn't matter. */
export const comparableAddress = (address: string): string => address.toLowerCase();

/** An address as its owner recognizes it and no one else can use it: `a•••@s•••.example`. */
export function maskedAddress(address: string): string {
  const [local = "", domain = ""] = address.split("@");
  const [label = "", ...rest] = domain.split(".");
  return `${local.slice(0, 1)}•••@${label.slice(0, 1)}•••.${rest.at(-1) ?? ""}`;
}

/** Makes a text one line, for a subject or a name: line breaks and other control characters become spaces. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Parses `Name <address>` or a plain address. Null when it is neither. */
export function readMailbox(text: string): Mailbox | null {
  const match = /^(?:"?([^"<>]*?)"?\s*<([^<>]+)>|([^<>]+))$/.exec(text.trim());
  const email = (match?.[2] ?? match?.[3] ?? "").trim();
  const name = oneLine(match?.[1] ?? "");
  if (!isMailAddress(email)) return null;
  return name ? { email, name } : { email };
}
