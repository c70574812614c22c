/** Excel refuses files with longer texts. */
const LONGEST_TEXT = 32_767;

/**
 * What XML cannot hold, not even escaped (https://www.w3.org/TR/xml/#charsets), and half a surrogate pair. A file with one of
 * them is broken for every program.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not come out
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** Spreadsheets read `_x000D_` as the character of that number, so the `_` of such a text is escaped. */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** Most texts are plain: nothing of them has to be looked at more closely. */
const PLAIN = /^[ -^`-~]*$/;

/**
 * A text that a cell can hold: without invalid characters, and not longer than Excel allows. It is otherwise unchanged,
 * also when it starts like a formula, because the cell's type makes it a text.
 */
export function cellText(text: string): string {
  if (text.length <= LONGEST_TEXT && PLAIN.test(text)) return text;
  return cut(text.replace(NOT_IN_XML, "\uFFFD")).replace(LOOKS_ESCAPED, "_x005F_");
}

/** Not in the middle of an emoji. */
function cut(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  const last = text.charCodeAt(LONGEST_TEXT - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? LONGEST_TEXT - 1 : LONGEST_TEXT);
}
