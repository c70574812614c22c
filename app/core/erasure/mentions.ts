/**
 * True when a text names one of these email addresses or telephone numbers as a whole, in any case. "a@b.co was refused"
 * names `a@b.co`, but neither `ba@b.co` nor `a@b.com` does.
 */
export function mentions(text: string, contacts: readonly string[]): boolean {
  return contacts.some((contact) => {
    const literal = contact.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    return new RegExp(`(?<![\\p{L}\\p{N}._%+-])${literal}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, "iu").test(
      text,
    );
  });
}

/**
 * SQL that is true of a text with the letters of one of the contacts in it. It narrows the rows that `mentions` checks.
 * @param contacts the parameter with the contacts, such as "$2"
 */
export const mayMention = (text: string, contacts: string): string =>
  `EXISTS (SELECT 1 FROM unnest(${contacts}::text[]) AS contact WHERE strpos(lower(${text}), lower(contact)) > 0)`;
