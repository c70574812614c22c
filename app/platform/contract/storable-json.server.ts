import { storableText } from "./storable-text";

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
