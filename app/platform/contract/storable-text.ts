/**
 * What PostgreSQL can't store as text: the NUL character, and half a surrogate pair (in jsonb).
 * https://www.postgresql.org/docs/current/datatype-character.html
 */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const ALL_UNSTORABLE = new RegExp(UNSTORABLE, "gu");

/** The problem of a text that can't be stored. */
export const UNSTORABLE_PROBLEM = "must not contain invalid characters such as U+0000";

/** True for text that can be stored in the database and searched for. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

/** The text with U+FFFD in place of what can't be stored. */
export const storableText = (text: string): string =>
  isStorable(text) ? text : text.replace(ALL_UNSTORABLE, "\uFFFD");

/**
 * Escapes that may bring a character into a text of JSON that can't be stored. They match the halves of a pair of surrogates, too, which
 * stays as it is.
 */
const SUSPECT = /\\u(?:0000|d[89a-f])/i;

/**
 * Parses what another system sent. Its texts can come from strangers, such as a name or what a cart added to an order. One that PostgreSQL
 * can't store would prevent everything that is stored with it, so U+FFFD replaces such a character.
 * @throws SyntaxError
 */
export function parseStorableJson(text: string): unknown {
  // Rare, so that a large file is read without a function for each value.
  if (!SUSPECT.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value: unknown) =>
    typeof value === "string" ? storableText(value) : value,
  );
}

interface Part {
  value: unknown;
  name: string;
  within: Part | null;
}

/**
 * Finds text that can't be stored, at any depth of a call's input.
 * @returns the path of such a value, such as `["body", "searchValue"]`, or of the object with such a key. Null when all can be stored
 */
export function findUnstorable(input: unknown): readonly string[] | null {
  // No recursion, and no path for each part: the input is a stranger's, and may be nested as deep as its size allows.
  const open: Part[] = [{ value: input, name: "", within: null }];
  for (let part = open.pop(); part; part = open.pop()) {
    const { value } = part;
    if (typeof value === "string" && !isStorable(value)) return pathOf(part);
    if (typeof value !== "object" || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (!isStorable(name)) return pathOf(part);
      if (typeof inner === "string" || typeof inner === "object")
        open.push({ value: inner, name, within: part });
    }
  }
  return null;
}

function pathOf(part: Part): string[] {
  const path: string[] = [];
  for (let at = part; at.within; at = at.within) path.push(at.name);
  // Deeper than any field of a call the rest of the path says nothing.
  return path.reverse().slice(0, 10);
}
