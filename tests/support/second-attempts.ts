import type { Reporter, TestCase } from "vitest/node";

/**
 * Names the tests that passed after they had failed, with what they failed by: each of them is a fault to be found.
 * `npm test` shows these lines also when all is well (server/setup/step.ts).
 */
export default class SecondAttempts implements Reporter {
  private readonly lines: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    const [first] = test.result().errors ?? [];
    const why = first?.message.split("\n").slice(0, 3).join(" ") ?? "no error was kept";
    this.lines.push(
      `Only at the second attempt: ${test.module.relativeModuleId} > ${test.fullName}: ${why}\n`,
    );
  }

  onTestRunEnd(): void {
    process.stdout.write(this.lines.join(""));
  }
}
