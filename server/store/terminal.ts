import { type ShopConfig, shopByDomain, shopByHandle, shops } from "../../local-store/config.ts";

/** An error in how a command was used. It is printed without a stack trace. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Prints a line. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line to standard error. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Prints progress: updated in place on a terminal, otherwise a line every five seconds. */
export function createProgressReporter(label: string): (done: number, total?: number) => void {
  const started = Date.now();
  let lastShown = 0;
  return (done, total) => {
    const isLast = done === total;
    const now = Date.now();
    if (!isLast && now - lastShown < (process.stdout.isTTY ? 200 : 5_000)) return;
    lastShown = now;
    const seconds = Math.max(0.001, (now - started) / 1000);
    const rate = Math.round(done / seconds).toLocaleString("en-US");
    const of = total === undefined ? "" : ` of ${total.toLocaleString("en-US")}`;
    const text = `${label}: ${done.toLocaleString("en-US")}${of}, ${rate} per second`;
    process.stdout.write(process.stdout.isTTY ? `\r${text}${isLast ? "\n" : ""}` : `${text}\n`);
  };
}

/** The shop with this domain or handle, or the first shop without a name. Throws a UsageError if it doesn't exist. */
export function findShopByName(name: string | undefined): ShopConfig {
  const shop = name === undefined ? shops[0] : (shopByDomain(name) ?? shopByHandle(name));
  if (shop) return shop;
  throw new UsageError(
    `Unknown shop "${name}". Available shops: ${shops.map(({ domain }) => domain).join(", ")}.`,
  );
}

/** Parses an option's whole number. Throws a UsageError that names the option. */
export function parseWholeNumber(option: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new UsageError(
    `--${option} must be a whole number from ${min} to ${max.toLocaleString("en-US")}, not "${text}".`,
  );
}

/** Runs a command and sets the exit code. Usage errors and invalid files are printed without a stack trace. */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    const isExpected = error instanceof Error && ["UsageError", "CsvFileError"].includes(error.name);
    const isOptionError = (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS") ?? false;
    if (!isExpected && !isOptionError) throw error;
    printError((error as Error).message);
    process.exitCode = 2;
  }
}
