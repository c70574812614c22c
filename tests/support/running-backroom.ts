/**
 * Vitest's global setup for the end-to-end tests: for each of its workers a whole Backroom from the build, as `npm start` runs it,
 * on fresh databases and free ports. The first worker's console and backend are two processes, joined by BACKEND_URL, because the
 * tests don't depend on where the calls run.
 */
import path from "node:path";
import type { TestProject } from "vitest/node";
import { freePort } from "../../server/process/ports.ts";
import { startStack } from "../../server/stack.ts";
import type { RunningBackroom } from "./backroom.ts";
import { runOnServer } from "./database-urls.ts";
import { createDatabase, SHORT_LIVED, testServer } from "./postgres-server.ts";

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await testServer(SHORT_LIVED);
  const messages: string[] = [];
  const startOne = (worker: number) => start(server.url, { worker, messages });
  const starts = await Promise.allSettled(
    Array.from({ length: project.config.maxWorkers }, (_, index) =>
      startOne(index + 1).catch((error: Error) => {
        const [why] = error.message.split("\n");
        // In the form of the tests' own second attempts: `npm test` shows it (server/setup/step.ts).
        process.stdout.write(`Only at the second attempt: the start of Backroom: ${why}\n`);
        return startOne(index + 1);
      }),
    ),
  );
  const running = starts.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const stop = async () => {
    await Promise.all(running.map(({ stack }) => stack.stop()));
    for (const { name } of running.flatMap(({ databases }) => Object.values(databases)))
      await runOnServer(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server.stop();
  };
  const failure = starts.find((each) => each.status === "rejected");
  if (failure) {
    await stop();
    throw failure.reason;
  }
  project.provide(
    "backrooms",
    running.map(
      ({ stack, databases }): RunningBackroom => ({
        appUrl: stack.appUrl,
        localStoreUrl: stack.localStoreUrl ?? "",
        databaseUrl: databases.app.url,
        localStoreDatabaseUrl: databases.localStore.url,
      }),
    ),
  );
  return async () => {
    await stop();
    // Errors of the processes would be lost when the tests pass.
    if (messages.length > 0)
      process.stdout.write(
        `The processes said (see ${running.map(({ stack }) => stack.logsFolder).join(" and ")}):\n${messages.join("\n")}\n`,
      );
  };
}

/** Starts all processes on new databases. @throws when one of them doesn't become ready */
async function start(serverUrl: string, { worker, messages }: { worker: number; messages: string[] }) {
  const databases = {
    app: await createDatabase(serverUrl, "e2e_app"),
    localStore: await createDatabase(serverUrl, "e2e_store"),
  };
  const [port, storePort, smtpPort, backendPort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const stack = await startStack({
    databaseUrl: databases.app.url,
    port,
    localStore: { port: storePort, smtpPort, databaseUrl: databases.localStore.url, fillDemo: "basic" },
    backendPort: worker === 1 ? backendPort : undefined,
    dataFolder: path.resolve("test-results", `worker-${worker}`),
    programs: "built",
    say: (line) => void messages.push(line),
  });
  return { stack, databases };
}
