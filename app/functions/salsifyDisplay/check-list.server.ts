import { badRequest } from "~/platform/errors";
import { type DisplayName, MAX_KEY_LENGTH, MAX_LIST_BYTES, storedForm, valueProblem } from "./display-names";

const KEY = /^[\w-]+(:[\w-]+)?\.[\w-]+$/;
/** A message names so many rows at most. The fields' own messages name all of them. */
const MAX_NAMED = 5;

/**
 * Checks a list that is to be stored, and brings it into the form in which it is stored.
 * @throws 400 with the row and field of each entry that isn't valid. `updateList.0` is row 1
 */
export function checkList(list: readonly DisplayName[]): DisplayName[] {
  const fieldErrors: Record<string, string> = {};
  const sentences: string[] = [];
  const refuse = (index: number, field: "key" | "value", problem: string) => {
    fieldErrors[`updateList.${index}.${field}`] = problem;
    const key = list[index]?.key.trim().slice(0, MAX_KEY_LENGTH) ?? "";
    sentences.push(
      `Row ${index + 1}${key && ` (${key})`}: Meta ${field === "key" ? "Key" : "Value"} ${problem}`,
    );
  };
  const rowOfKey = new Map<string, number>();
  let bytes = 2;
  let isFull = false;
  for (const [index, { key, value }] of list.entries()) {
    const problem = keyProblem(key.trim(), rowOfKey.get(key.trim()));
    if (problem) refuse(index, "key", problem);
    rowOfKey.set(key.trim(), index + 1);
    const wrong = valueProblem(value);
    if (wrong) refuse(index, "value", wrong);
    const [entry] = storedForm([{ key, value }]);
    bytes += entry ? Buffer.byteLength(JSON.stringify(entry)) + 1 : 0;
    if (bytes > MAX_LIST_BYTES && !isFull) {
      isFull = true;
      refuse(index, "value", "exceeds the 128 KB that Shopify stores for the list. Shorten or clear values.");
    }
  }
  if (sentences.length === 0) return storedForm(list);
  const more = sentences.length - MAX_NAMED;
  const rest = more > 0 ? [`${more} more ${more === 1 ? "row isn't" : "rows aren't"} valid.`] : [];
  throw badRequest([...sentences.slice(0, MAX_NAMED), ...rest].join(" "), fieldErrors);
}

function keyProblem(key: string, earlierRow: number | undefined): string | undefined {
  if (key.length > MAX_KEY_LENGTH) return `has ${key.length} characters. The limit is ${MAX_KEY_LENGTH}.`;
  if (!KEY.test(key)) return "must be a namespace and a key, such as custom.color.";
  if (earlierRow !== undefined) return `is the same as in row ${earlierRow}. Remove one of them.`;
  return undefined;
}
