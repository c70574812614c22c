import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { closingLines, countTests, failedFiles, runStep, skippedTests } from "../../../server/setup/step.ts";

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

describe("a second attempt", () => {
  const output =
    "Failed: tests/e2e/a.test.ts > one: timed out\nFailed: tests/e2e/a.test.ts > two: lost\nFailed: tests/e2e/b.test.ts > the file: no port\n";

  it("repeats each failed file once", () => {
    expect(failedFiles(output)).toEqual(["tests/e2e/a.test.ts", "tests/e2e/b.test.ts"]);
    expect(failedFiles("Tests  1 failed")).toEqual([]);
  });

  it("isn't made when more than five files failed", async () => {
    const lines = ["a", "b", "c", "d", "e", "f"].map((name) => `Failed: ${name}.test.ts > one: late`);
    const said = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const outcome = await runStep(
      {
        name: "unit",
        command: `sh -c '[ $# -gt 0 ] && exit 0; printf "${lines.join("\\n")}\\nTests  6 failed (6)\\n"; exit 1' sh`,
        isTestRunner: true,
        repeatsFailedFiles: true,
      },
      [],
    );
    const text = said.mock.calls.join("");
    said.mockRestore();
    expect(outcome).toEqual({ name: "unit", ok: false, passed: 0, failed: 6 });
    expect(text).not.toContain("Only at the second attempt");
  });

  it("makes the step pass when the files pass alone, and lists what failed first", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-step-"));
    const runner = path.join(folder, "runner.mjs");
    fs.writeFileSync(
      runner,
      `const files = process.argv.slice(2);
       console.log(files.length > 0 ? "Tests  2 passed (2)" : "Failed: a.test.ts > one: late\\nTests  1 failed | 9 passed (10)");
       process.exit(files.length > 0 ? 0 : 1);`,
    );
    const said = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const step = { name: "e2e", command: `node "${runner}"`, isTestRunner: true };
    const repeated = await runStep({ ...step, repeatsFailedFiles: true }, []);
    const once = await runStep(step, []);
    const text = said.mock.calls.join("");
    said.mockRestore();
    fs.rmSync(folder, { recursive: true });
    expect(repeated).toEqual({ name: "e2e", ok: true, passed: 10, failed: 0 });
    expect(once).toEqual({ name: "e2e", ok: false, passed: 9, failed: 1 });
    expect(text).toContain("Only at the second attempt: a.test.ts > one: late");
  });
});
