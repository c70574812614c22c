/**
 * Vitest's set-up for each test file: what a test writes to console.error or console.warn without having said so fails it.
 * (An unhandled rejection fails the run by Vitest itself.)
 */
import { afterEach, beforeEach, type MockInstance, vi } from "vitest";

const allowed: RegExp[] = [];
const seen: string[] = [];
let spies: MockInstance[] = [];

/** Allows the messages that match, for the test that runs now, which fails if none appears. */
export function expectConsoleError(pattern: RegExp): void {
  allowed.push(pattern);
}

beforeEach(() => {
  allowed.length = 0;
  seen.length = 0;
  spies = (["error", "warn"] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation((...parts) => void seen.push(parts.map(asText).join(" "))),
  );
});

afterEach(() => {
  for (const spy of spies) spy.mockRestore();
  const unexpected = seen.filter((message) => !allowed.some((pattern) => pattern.test(message)));
  if (unexpected.length > 0)
    throw new Error(`Written to the console, and not expected:\n${unexpected.join("\n")}`);
  const absent = allowed.filter((pattern) => !seen.some((message) => pattern.test(message)));
  if (absent.length > 0) throw new Error(`Expected on the console, and not written: ${absent.join(", ")}`);
});

function asText(part: unknown): string {
  if (part instanceof Error) return part.stack ?? part.message;
  return typeof part === "string" ? part : JSON.stringify(part);
}
