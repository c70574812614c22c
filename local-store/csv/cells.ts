import type { CsvRow } from "./read.ts";

/** Something wrong in one cell. */
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
 * Reads the cells of a row by the names that the newer and the older export give the same column.
 * Names compare without regard to case, because Shopify's two product formats differ in it.
 */
export class Cells {
  private readonly byName: Map<string, { column: string; value: string }>;

  constructor(row: CsvRow) {
    this.byName = new Map(
      [...row.cells].map(([column, value]) => [column.toLowerCase(), { column, value: value.trim() }]),
    );
  }

  /** Whether the file has one of these columns at all. */
  has(...names: string[]): boolean {
    return names.some((name) => this.byName.has(name.toLowerCase()));
  }

  /** The text of the first of these columns that the file has; empty when there is none. */
  text(...names: string[]): string {
    return this.find(names)?.value ?? "";
  }

  /** The text, or null when the cell is empty. */
  textOrNull(...names: string[]): string | null {
    return this.text(...names) || null;
  }

  /** Text behind the apostrophe that Shopify puts before numbers so that spreadsheets leave them alone. */
  number(...names: string[]): string | null {
    return (
      this.text(...names)
        .replace(/^'/, "")
        .trim() || null
    );
  }

  /** Comma-separated words. */
  list(...names: string[]): string[] {
    return this.text(...names)
      .split(",")
      .map((word) => word.trim())
      .filter((word) => word !== "");
  }

  /** `true`/`false` or `yes`/`no`; the fallback for an empty cell. Throws a CellError on anything else. */
  flag(names: string[], fallback: boolean): boolean {
    const found = this.find(names);
    const text = found?.value.toLowerCase() ?? "";
    if (text === "") return fallback;
    if (["true", "yes", "1"].includes(text)) return true;
    if (["false", "no", "0"].includes(text)) return false;
    throw new CellError(found?.column ?? "", `"${found?.value}" is neither true nor false.`);
  }

  /** A whole number; the fallback for an empty cell. Throws a CellError on anything else. */
  integer(names: string[], fallback: number): number {
    const found = this.find(names);
    if (!found || found.value === "") return fallback;
    const value = Number(found.value.replace(/^'/, ""));
    if (!Number.isFinite(value)) throw new CellError(found.column, `"${found.value}" is not a number.`);
    return Math.round(value);
  }

  /** An amount in whole cents, read from its digits; null for an empty cell. Throws a CellError on anything else. */
  cents(...names: string[]): number | null {
    const found = this.find(names);
    if (!found || found.value === "") return null;
    const amount = /^(-?)(\d{1,12})(?:\.(\d{1,4}))?$/.exec(found.value.replace(/^'/, ""));
    const decimals = amount?.[3] ?? "";
    if (!amount || /[^0]/.test(decimals.slice(2)))
      throw new CellError(
        found.column,
        `"${found.value}" is not an amount of money; write it like 1234.50, with a point.`,
      );
    const cents = Number(amount[2]) * 100 + Number(decimals.padEnd(2, "0").slice(0, 2));
    return amount[1] === "-" ? -cents : cents;
  }

  /** The name that the file itself gives the column, for messages. */
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
