/**
 * Vitest's setup for each test file: an unexpected console.error or console.warn fails the test.
 * (An unhandled rejection fails the run by Vitest itself.)
 */
import { afterEach, beforeEach, type MockInstance, vi } from "vitest";

const allowed: RegExp[] = [];
const seen: string[] = [];
let spies: MockInstance[] = [];

/** Expects a console message that matches, in the current test only. The test fails if none appears. */
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
  if (unexpected.length > 0) throw new Error(`Unexpected console output:\n${unexpected.join("\n")}`);
  const absent = allowed.filter((pattern) => !seen.some((message) => pattern.test(message)));
  if (absent.length > 0) throw new Error(`Expected console output is missing: ${absent.join(", ")}`);
});

function asText(part: unknown): string {
  if (part instanceof Error) return part.stack ?? part.message;
  return typeof part === "string" ? part : JSON.stringify(part);
}
