import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";
import { machineFactor, withMachineFactor } from "./tests/support/machine-factor.ts";

// The app's log would hide the runner's own lines.
const env = {
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  BACKROOM_MACHINE_FACTOR: String(machineFactor()),
  // Testing Library prints the page for each query without a result, also while it waits for one. A number of characters shows it.
  DEBUG_PRINT_LIMIT: process.env.DEBUG_PRINT_LIMIT ?? "0",
};

// Packages of many small files: bundled once and kept in node_modules/.vite, they load in a tenth of the time.
const bundled = ["date-fns", "drizzle-orm", "drizzle-orm/node-postgres", "drizzle-orm/pg-core"];
const bundledForPages = [
  "@shopify/app-bridge-react",
  "@shopify/polaris",
  "@shopify/polaris-icons",
  "@shopify/shopify-app-remix/react",
  "@remix-run/react",
  "react-router-dom",
  "@testing-library/react",
  "@testing-library/user-event",
  "date-fns",
  "preact",
  "preact/hooks",
  "preact/jsx-dev-runtime",
  "react",
  "react-dom",
  "zod",
];

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  test: {
    env,
    // A test waits for the database and for pauses a quarter of its time: three workers use two cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Generous, and more so on a machine that is busy with other work.
    testTimeout: withMachineFactor(20_000),
    hookTimeout: withMachineFactor(60_000),
    expect: { poll: { timeout: withMachineFactor(15_000), interval: 50 } },
    reporters: [process.env.CI ? "dot" : "default", "./tests/support/failed-tests.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // Loading modules took four fifths of these tests' time: a worker loads them once.
          isolate: false,
          // One copy of graphql for the tests and the generator of types.
          server: { deps: { inline: [/@graphql-codegen/, /@graphql-tools/] } },
          include: ["tests/unit/**/*.test.ts"],
          exclude: ["tests/unit/ui/**"],
          setupFiles: ["tests/support/app-modules.ts", "tests/support/console.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "ui",
          // A context per file instead of a process: a worker loads jsdom once.
          pool: "vmThreads",
          deps: { optimizer: { client: { enabled: true, include: bundledForPages } } },
          // Tests of components say `// @vitest-environment jsdom` in their first line.
          include: ["tests/unit/ui/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/support/web-streams.ts", "tests/support/console.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          deps: { optimizer: { ssr: { enabled: true, include: bundled } } },
          include: ["tests/integration/**/*.test.ts"],
          setupFiles: ["tests/support/app-modules.ts", "tests/support/console.ts"],
          globalSetup: ["tests/support/postgres-server.ts"],
          // Two tests write five hundred credits one after the other, which takes a loaded machine more than 20 seconds.
          testTimeout: withMachineFactor(60_000),
          // Loading the app and the local store takes longer than most files' tests: a worker loads them once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "pages",
          deps: { optimizer: { ssr: { enabled: true, include: [...bundled, ...bundledForPages] } } },
          include: ["tests/pages/**/*.test.ts"],
          setupFiles: [
            "tests/support/page-document.ts",
            "tests/support/app-modules.ts",
            "tests/support/console.ts",
          ],
          globalSetup: ["tests/support/postgres-server.ts"],
          testTimeout: withMachineFactor(60_000),
          // As for integration tests. A worker loads React and Polaris once, too.
          isolate: false,
        },
      },
      {
        extends: true,
        // `npm run test:kills`. Each file kills a worker (-9) in the middle of its work.
        test: {
          name: "kills",
          deps: { optimizer: { ssr: { enabled: true, include: bundled } } },
          include: ["tests/kills/**/*.test.ts"],
          setupFiles: ["tests/support/app-modules.ts", "tests/support/console.ts"],
          globalSetup: ["tests/support/postgres-server.ts"],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/support/running-backroom.ts"],
          setupFiles: ["tests/support/e2e-file.ts"],
          // Each worker has a Backroom of its own, because some files make its store fail for all: starting one costs 25 s of a processor.
          // In `npm test`, unit and integration tests use what these leave.
          maxWorkers: 2,
          // A worker's files share one browser, which keeps the app's compiled scripts.
          isolate: false,
          sequence: { groupOrder: 1 },
          testTimeout: withMachineFactor(60_000),
          hookTimeout: withMachineFactor(120_000),
        },
      },
      {
        extends: true,
        // `npm run test:demo`. It fills a demo of its own.
        test: {
          name: "demo",
          include: ["tests/demo/**/*.test.ts"],
          globalSetup: ["tests/support/filled-demo.ts"],
          // All files look at one demo.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          setupFiles: ["tests/support/console.ts"],
        },
      },
    ],
  },
});
