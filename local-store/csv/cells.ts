import { decimalsOf, toMinorUnits } from "../data/minor-units.ts";
import type { CsvRow } from "./read-csv.ts";

/** An invalid cell. */
export class CellError extends Error {
  override readonly name = "CellError";

  constructor(
    readonly column: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Reads the cells of a row by column name. Each method accepts the column's names in the newer and the older format. Names are
 * case-insensitive because Shopify's two product formats use different case.
 */
export class Cells {
  private readonly byName: Map<string, { column: string; value: string }>;

  constructor(row: CsvRow) {
    this.byName = new Map(
      [...row.cells].map(([column, value]) => [column.toLowerCase(), { column, value: value.trim() }]),
    );
  }

  /** Whether the file has one of these columns. */
  has(...names: string[]): boolean {
    return names.some((name) => this.byName.has(name.toLowerCase()));
  }

  /** The text of the first existing column, or an empty string. */
  text(...names: string[]): string {
    return this.find(names)?.value ?? "";
  }

  /** The text, or null if the cell is empty. */
  textOrNull(...names: string[]): string | null {
    return this.text(...names) || null;
  }

  /** The text without the apostrophe that Shopify writes before numbers, or null if the cell is empty. */
  number(...names: string[]): string | null {
    return (
      this.text(...names)
        .replace(/^'/, "")
        .trim() || null
    );
  }

  /** Comma-separated values. */
  list(...names: string[]): string[] {
    return this.text(...names)
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== "");
  }

  /** `true`/`false` or `yes`/`no`, or the fallback for an empty cell. Throws a CellError for any other value. */
  flag(names: string[], fallback: boolean): boolean {
    const found = this.find(names);
    const text = found?.value.toLowerCase() ?? "";
    if (text === "") return fallback;
    if (["true", "yes", "1"].includes(text)) return true;
    if (["false", "no", "0"].includes(text)) return false;
    throw new CellError(found?.column ?? "", `"${found?.value}" isn't true or false.`);
  }

  /** A whole number, or the fallback for an empty cell. Throws a CellError for any other value. */
  integer(names: string[], fallback: number): number {
    const found = this.find(names);
    if (!found || found.value === "") return fallback;
    const value = Number(found.value.replace(/^'/, ""));
    if (!Number.isFinite(value)) throw new CellError(found.column, `"${found.value}" isn't a number.`);
    return Math.round(value);
  }

  /** An amount in the currency's smallest unit, or null for an empty cell. Throws a CellError for any other value. */
  cents(currency: string, ...names: string[]): number | null {
    const found = this.find(names);
    if (!found || found.value === "") return null;
    const cents = toMinorUnits(found.value.replace(/^'/, ""), currency);
    if (cents !== null) return cents;
    const decimals = decimalsOf(currency);
    const example = decimals === 0 ? "1234" : "1234.5".padEnd(5 + decimals, "0");
    throw new CellError(found.column, `"${found.value}" isn't an amount. Use the format ${example}.`);
  }

  /** The column's name in the file, for error messages. */
  columnName(...names: string[]): string {
    return this.find(names)?.column ?? names[0] ?? "";
  }

  private find(names: string[]): { column: string; value: string } | undefined {
    for (const name of names) {
      const found = this.byName.get(name.toLowerCase());
      if (found) return found;
    }
    return undefined;
  }
}
