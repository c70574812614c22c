import type { Reporter, TestCase } from "vitest/node";

/**
 * Lists flaky tests with their first error. Each of them is a fault to find.
 * `npm test` shows these lines even when all tests pass (server/setup/step.ts).
 */
export default class SecondAttempts implements Reporter {
  private readonly lines: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    const [first] = test.result().errors ?? [];
    const why = first?.message.split("\n").slice(0, 3).join(" ") ?? "no error was recorded";
    this.lines.push(
      `Only at the second attempt: ${test.module.relativeModuleId} > ${test.fullName}: ${why}\n`,
    );
  }

  onTestRunEnd(): void {
    process.stdout.write(this.lines.join(""));
  }
}
