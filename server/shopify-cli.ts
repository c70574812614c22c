import path from "node:path";
import { createDataFolder, dataFolder } from "./data-folder.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { portFrom } from "./environment.ts";
import type { LocalMachine } from "./local-machine.ts";
import { startStack } from "./stack.ts";

/**
 * Starts web and worker for `shopify app dev`, which names the app (SHOPIFY_API_KEY, SHOPIFY_API_SECRET), the tunnel's address
 * (HOST or SHOPIFY_APP_URL) and the port. The database is DATABASE_URL's, or the bundled one.
 */
export async function startForShopifyCli(
  say: (line: string) => void,
  canceled: AbortSignal,
): Promise<LocalMachine> {
  const { env } = process;
  const folder = dataFolder(env);
  createDataFolder(folder);
  env.SHOPIFY_APP_URL ||= env.HOST;
  const postgres = env.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDir: path.join(folder, "postgres"), say, canceled });
  try {
    const stack = await startStack({
      // A database of its own: what belongs to the local store's shops must not meet real ones.
      databaseUrl: env.DATABASE_URL || ((await postgres?.createDatabase("backroom_shopify")) as string),
      port: portFrom(env, env.FRONTEND_PORT ? "FRONTEND_PORT" : "PORT", 3000),
      dataFolder: folder,
      programs: "development",
      say,
      canceled,
    });
    const stop = async () => {
      await stack.stop();
      await postgres?.stop();
    };
    const finalFailure = Promise.race([stack.finalFailure, ...(postgres ? [postgres.finalFailure] : [])]);
    return { stack, stop, finalFailure };
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
}
