import { findDates } from "./find-dates";
import { findChoice } from "./find-names";
import { findNumbers } from "./find-number";
import { findTotals } from "./find-total";
import { type Fact, type FactName, factAt, looksOf, type ReadLine, textOf } from "./reading";

/** What a customer entered, as it is stored. */
export interface TypedFields {
  receiptId: string;
  /** YYYY-MM-DD. */
  purchaseDate: string;
  /** In cents. Null when it was left out. */
  amountCents: number | null;
  modelNumber: string;
  retailer: string;
}

/** What the promotion's form offers. Empty lists accept any text. */
export interface Offered {
  models: readonly string[];
  retailers: readonly string[];
}

/** How what was read is to what was typed. `missing`: it wasn't found, which says nothing. `untyped`: nothing was entered. */
export type FieldState = "equal" | "different" | "missing" | "untyped";

export interface ComparedField {
  name: FactName;
  typed: string | null;
  state: FieldState;
  /** Undefined while nothing was found. */
  read?: Fact;
}

/** Compares what a customer typed with what is printed on the receipt. A fault of the reading isn't a difference where it can be recognized. */
export function compareTyped(
  lines: readonly ReadLine[],
  typed: TypedFields,
  offered: Offered,
): ComparedField[] {
  const cents = typed.amountCents === null ? null : String(typed.amountCents);
  const typedNumber = findTyped(lines, typed.receiptId);
  const retailer =
    findChoice(lines, [typed.retailer], { isExact: false }) ??
    findChoice(lines, offered.retailers, { isExact: false });
  return [
    compared(
      "receiptId",
      typed.receiptId,
      typedNumber ? [typedNumber] : findNumbers(lines),
      Boolean(typedNumber),
    ),
    compared("purchaseDate", typed.purchaseDate, preferring(findDates(lines), typed.purchaseDate)),
    compared("amount", cents, findTotals(lines).slice(0, 1)),
    compared(
      "modelNumber",
      typed.modelNumber,
      listOf(
        findChoice(lines, [typed.modelNumber], { isExact: true }) ??
          findChoice(lines, offered.models, { isExact: true }),
      ),
    ),
    compared("retailer", typed.retailer, listOf(retailer)),
  ];
}

const listOf = (fact: Fact | undefined): Fact[] => (fact ? [fact] : []);

/** A receipt has several dates. The typed one is right when it is among those that may be the purchase's. */
const preferring = (facts: readonly Fact[], value: string): Fact[] => {
  const same = facts.find((fact) => fact.value === value);
  return same ? [same] : facts.slice(0, 1);
};

function compared(
  name: FactName,
  typed: string | null,
  [read]: readonly Fact[],
  isFound = read?.value === typed,
): ComparedField {
  if (!read) return { name, typed, state: typed === null ? "untyped" : "missing" };
  const state = typed === null ? "untyped" : isFound ? "equal" : "different";
  return { name, typed, state, read };
}

/** A typed number as it is printed, in whole words. Letters that are read as each other are the same. */
function findTyped(lines: readonly ReadLine[], typed: string): Fact | undefined {
  const looks = looksOf(typed);
  if (looks.length < 3) return undefined;
  for (const line of lines) {
    const looksOfWords = line.map((word) => looksOf(word.text));
    let start = 0;
    for (let first = 0; first < line.length; first += 1) {
      let [joined, end] = ["", start - 1];
      // As `nameIn`: it begins with a letter or a digit.
      const length = looksOfWords[first] === "" ? 0 : looks.length;
      for (let last = first; last < line.length && joined.length < length; last += 1) {
        end += 1 + (line[last]?.text.length ?? 0);
        joined += looksOfWords[last];
        // A label may be printed directly before it: "#4711", "No.4711".
        if (joined === looks || (last === first && looks.length >= 5 && joined.endsWith(looks)))
          return factAt(line, typed, start, Math.min(end, textOf(line).length));
      }
      start += (line[first]?.text.length ?? 0) + 1;
    }
  }
  return undefined;
}
