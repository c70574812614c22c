/** One person's, or one shop's, address with the name that is shown beside it. */
export interface Mailbox {
  email: string;
  name?: string;
}

/** RFC 5321: at most 64 characters before the @, 254 in all. */
export const LONGEST_MAIL_ADDRESS = 254;
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/**
 * True for exactly one plain e-mail address. Everything that could become a second address or a header of a mail (spaces,
 * line breaks, commas, quotes, comments, angle brackets) is none.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  const labels = domain.split(".");
  return (
    at > 0 &&
    text.length <= LONGEST_MAIL_ADDRESS &&
    local.length <= 64 &&
    LOCAL_PART.test(local) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label))
  );
}

/** How an address is written where it is compared: two that differ in case are the same. */
export const comparableAddress = (address: string): string => address.toLowerCase();

/** A text as one line, for a subject or a name: line breaks and other control characters become spaces. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Reads `Name <address>` or a bare address; null when it is neither. */
export function readMailbox(text: string): Mailbox | null {
  const match = /^(?:"?([^"<>]*?)"?\s*<([^<>]+)>|([^<>]+))$/.exec(text.trim());
  const email = (match?.[2] ?? match?.[3] ?? "").trim();
  const name = oneLine(match?.[1] ?? "");
  if (!isMailAddress(email)) return null;
  return name ? { email, name } : { email };
}
