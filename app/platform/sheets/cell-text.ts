/** Excel refuses files with longer texts. */
const LONGEST_TEXT = 32_767;

/**
 * What XML cannot hold, not even escaped (https://www.w3.org/TR/xml/#charsets), and half a surrogate pair. A file with one of
 * them is broken for every program.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not come out
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** Spreadsheets read `_x000D_` as the character of that number; so text that looks like it is written with its `_` as one. */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** Most texts are plain: nothing of them has to be looked at more closely. */
const PLAIN = /^[ -^`-~]*$/;

/**
 * A text as a cell can hold it: without what no file can hold, and not longer than Excel takes. It is otherwise the same text,
 * also when it begins as a formula would: that it is none is a matter of the cell's type.
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
