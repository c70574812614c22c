import { type ShopConfig, shopByDomain, shopByHandle, shops } from "../config.ts";

/** A sentence for the person at the terminal; no stack trace belongs below it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Prints a line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line to the error output. */
export function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Shows how far the work is: in place on a terminal, else about every tenth call that matters. */
export function progressLine(label: string): (done: number, total?: number) => void {
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

/** The shop that was named by domain or handle; the first without a name. Throws a UsageError for an unknown one. */
export function shopNamed(name: string | undefined): ShopConfig {
  const shop = name === undefined ? shops[0] : (shopByDomain(name) ?? shopByHandle(name));
  if (shop) return shop;
  throw new UsageError(
    `There is no shop "${name}". There are: ${shops.map(({ domain }) => domain).join(", ")}.`,
  );
}

/** A whole number given as an option. Throws a UsageError that names the option. */
export function wholeNumber(option: string, text: string, smallest: number, largest: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= smallest && value <= largest) return value;
  throw new UsageError(
    `--${option} must be a whole number from ${smallest} to ${largest.toLocaleString("en-US")}, not "${text}".`,
  );
}

/** Runs a command; a sentence for wrong use or a wrong file, and the exit code, instead of a stack trace. */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    const isForPeople = error instanceof Error && ["UsageError", "CsvFileError"].includes(error.name);
    const isOption = (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS") ?? false;
    if (!isForPeople && !isOption) throw error;
    complain((error as Error).message);
    process.exitCode = 2;
  }
}
