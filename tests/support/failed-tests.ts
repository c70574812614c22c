import type { Reporter, TestModule } from "vitest/node";

/**
 * Writes a line for each failed test, and for each file that failed outside its tests. By them, `npm test` repeats the files of the
 * end-to-end tests on a fresh Backroom (server/setup/step.ts).
 */
export default class FailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) => {
      const failures = [...module.children.allTests("failed")].map((test) => ({
        name: test.fullName,
        errors: test.result().errors ?? [],
      }));
      if (failures.length === 0 && !module.ok()) failures.push({ name: "the file", errors: module.errors() });
      return failures.map(({ name, errors: [first] }) => {
        const why = first?.message.split("\n").slice(0, 3).join(" ") ?? "no error was recorded";
        return `Failed: ${module.relativeModuleId} > ${name}: ${why}\n`;
      });
    });
    process.stdout.write(lines.join(""));
  }
}
