import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// The same tests can run on several servers; their log would drown the runner's own lines.
const env = { LOG_LEVEL: process.env.LOG_LEVEL ?? "silent" };

// Of many small files: bundled once and kept in node_modules/.vite, they load in a tenth of the time in each test file's process.
const bundled = ["date-fns", "drizzle-orm", "drizzle-orm/node-postgres", "drizzle-orm/pg-core"];

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    env,
    // Much of a test's time is waiting for the database.
    maxWorkers: 2,
    // What has not come after these has not come: a machine that does other things as well is slow, and no fault of ours.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000, interval: 50 } },
    reporters: [process.env.CI ? "dot" : "default", "./tests/support/second-attempts.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // Tests of components say `// @vitest-environment jsdom` in their first line.
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/support/console.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          deps: { optimizer: { ssr: { enabled: true, include: bundled } } },
          include: ["tests/integration/**/*.test.ts"],
          setupFiles: ["tests/support/console.ts"],
          globalSetup: ["tests/support/postgres-server.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/support/running-backroom.ts"],
          setupFiles: ["tests/support/browser-of-test.ts"],
          // One Backroom serves them all, and two cores drive it: side by side they would only wait for each other.
          fileParallelism: false,
          // One browser, which keeps the app's compiled scripts, is driven by all of them, one file after the other.
          isolate: false,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A browser, two servers and a database share the machine with whatever else it does. Which test needed it is printed.
          retry: 1,
        },
      },
    ],
  },
});
