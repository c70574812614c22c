import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { application } from "../../local-store/config.ts";
import { mintSessionToken } from "../../local-store/http/session-token.ts";
import { startEmbeddedPostgres } from "../../server/embedded-postgres.ts";
import { freePort } from "../../server/process/ports.ts";
import { type Stack, startStack } from "../../server/stack.ts";

/** The shop that is measured; its plan (Plus) restores 1,000 points per second. */
export const SHOP = "backroom-demo.myshopify.com";

/** A whole Backroom from the build, on databases of its own, for as long as the bench runs. */
export interface BenchBackroom {
  stack: Stack;
  databaseUrl: string;
  localStoreDatabaseUrl: string;
  /** The app's database, as its owner. */
  database: pg.Pool;
  /** Calls `/api` as the owner. @throws when the answer is not 2xx, with its sentence */
  call<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

/**
 * Starts the bundled PostgreSQL with its own settings, the local store (empty), web and worker, and signs the owner in.
 * @throws when there is no build, or a part does not start
 */
export async function startBackroom(): Promise<BenchBackroom> {
  if (!fs.existsSync("build/server/index.js"))
    throw new Error("There is no build to measure: run npm run build first.");
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-bench-"));
  fs.chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, "postgres") });
  let stack: Stack | undefined;
  const stop = async () => {
    await stack?.stop();
    await postgres.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    const databaseUrl = await postgres.createDatabase("backroom");
    const localStoreDatabaseUrl = await postgres.createDatabase("local_store");
    stack = await startOn(folder, databaseUrl, localStoreDatabaseUrl);
    const database = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    const call = callsTo(stack.appUrl);
    await call("GET", "/api/mirror");
    return {
      stack,
      databaseUrl,
      localStoreDatabaseUrl,
      database,
      call,
      async stop() {
        await database.end();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startOn(folder: string, databaseUrl: string, localStoreDatabaseUrl: string): Promise<Stack> {
  const [port, localStorePort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()]);
  return startStack({
    databaseUrl,
    port,
    localStore: { port: localStorePort, smtpPort, databaseUrl: localStoreDatabaseUrl, fillDemo: null },
    dataFolder: folder,
    programs: "built",
    say: (line) => process.stderr.write(`${line}\n`),
  });
}

/** How often a call is repeated while Backroom is overloaded. */
const MAX_REPEATS = 30;

/** A session token of the owner; it lives 60 seconds, as Shopify's do. */
export const ownersToken = (): string =>
  mintSessionToken({
    shopDomain: SHOP,
    administratorId: "1",
    apiKey: application.apiKey,
    apiSecret: application.apiSecret,
    now: new Date(),
    lifetimeSeconds: 60,
  });

const callsTo =
  (appUrl: string): BenchBackroom["call"] =>
  async (method, path, body) => {
    const send = () =>
      fetch(appUrl + path, {
        method,
        headers: { authorization: `Bearer ${ownersToken()}`, "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    let response = await send();
    // Overloaded, as after tables were filled: asked again when it says so. Nothing was done.
    for (let tries = 0; response.status === 503 && tries < MAX_REPEATS; tries++) {
      await wait(1_000 * Number(response.headers.get("retry-after") ?? 1));
      response = await send();
    }
    const answer = (await response.json()) as { msg?: string };
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${answer.msg}`);
    return answer as never;
  };

/** Asks again and again until the answer is not null. @throws when that takes longer than the limit (seconds) */
export async function until<T>(what: string, limit: number, ask: () => Promise<T | null>): Promise<T> {
  for (const deadline = performance.now() + limit * 1000; performance.now() < deadline; await wait(100)) {
    const answer = await ask();
    if (answer !== null) return answer;
  }
  throw new Error(`${what} took longer than ${limit} s.`);
}
