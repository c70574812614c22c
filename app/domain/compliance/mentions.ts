/**
 * True when a text names one of these e-mail addresses or telephone numbers as a whole, in any case: `a@b.co` stands in
 * "a@b.co was refused", and in neither `ba@b.co` nor `a@b.com`.
 */
export function mentions(text: string, contacts: readonly string[]): boolean {
  return contacts.some((contact) => {
    const literal = contact.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    return new RegExp(`(?<![\\p{L}\\p{N}._%+-])${literal}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, "iu").test(
      text,
    );
  });
}
