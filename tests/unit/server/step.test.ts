import { describe, expect, it } from "vitest";
import { closingLines, countTests, skippedTests } from "../../../server/setup/step.ts";

describe("the counts of a test run", () => {
  it("reads Vitest's closing line, coloured or not, and not its line about files", () => {
    const output =
      " Test Files  1 failed | 2 passed (3)\n\u001b[2m      Tests \u001b[22m 2 failed | 11 passed | 3 skipped (16)\n";
    expect(countTests(output)).toEqual({ passed: 11, failed: 2 });
    expect(skippedTests(output)).toBe(3);
  });

  it("reads our own runners' closing line", () => {
    expect(countTests("R6 fine\n28 passed, 1 failed\n")).toEqual({ passed: 28, failed: 1 });
  });

  it("counts nothing where nothing was counted", () => {
    expect(countTests("No test files found")).toEqual({ passed: 0, failed: 0 });
  });

  it("are shown at the end, with each test that passed on a retry", () => {
    const flaky = "Only at the second attempt: e2e > a list: timed out";
    const end = ["Files 1", "Tests 2", "Start", "Duration", "end"];
    const hint = "  at least ~12s faster with isolate: false";
    expect(closingLines(["dots", flaky, "more", ...end, hint].join("\n"))).toBe([flaky, ...end].join("\n"));
  });
});
