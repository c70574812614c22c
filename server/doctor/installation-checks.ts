import fs from "node:fs/promises";
import os from "node:os";
import { testMailServer } from "~/connectors/mail/test-server.server";
import { neededScopes } from "~/platform/auth/shopify-api.server";
import { onConnection } from "~/platform/db/connection.server";
import type { SealedColumn } from "~/platform/secrets/sealed-column.server";
import { type Check, ok, problem, warning } from "./check.ts";
import { secretsCheck } from "./secrets-check.ts";
import { webhooksCheck } from "./webhooks-check.ts";

/** Uploads and spreadsheets are written to the temporary folder. */
const MIN_FREE_BYTES = 1024 ** 3;

/**
 * The checks of what surrounds the database.
 * @param env the process's environment
 * @param columns that have encrypted values
 */
export function installationChecks(
  env: NodeJS.ProcessEnv,
  columns: readonly SealedColumn[],
  tmp = os.tmpdir(),
): Check[] {
  return [
    secretsCheck(env, columns),
    {
      name: "Mail server",
      async run() {
        if (!env.SMTP_URL) return warning("SMTP_URL isn't set, so emails wait in the outbox. Set it.");
        const failed = (await testMailServer(env.SMTP_URL)).find(({ state }) => state === "failed");
        return failed
          ? problem(`${failed.name}: ${failed.text}`)
          : ok("The mail server accepts the sign-in.");
      },
    },
    {
      name: "Scopes",
      async run() {
        const wanted = neededScopes(env);
        const shops = await onConnection("backroom-doctor", env.DATABASE_URL ?? "", async (client) => {
          const { rows: tables } = await client.query(`SELECT 1 WHERE to_regclass('sessions') IS NULL`);
          if (tables.length > 0) return [];
          const { rows } = await client.query<{ shop: string; scope: string | null }>(
            `SELECT shop, scope FROM sessions WHERE NOT "isOnline"`,
          );
          return rows;
        });
        const outdated = shops.filter(({ scope }) => !hasAll(scope ?? "", wanted));
        return outdated.length === 0
          ? ok(`${shops.length} shops have granted the scopes.`)
          : problem(
              `${outdated.map(({ shop }) => shop).join(", ")} hasn't granted all scopes. Deploy the app, and let the owner open it once.`,
            );
      },
    },
    webhooksCheck(env),
    {
      name: "Disk",
      async run() {
        const { bavail, bsize } = await fs.statfs(tmp);
        const free = bavail * bsize;
        return free >= MIN_FREE_BYTES
          ? ok(`${Math.floor(free / MIN_FREE_BYTES)} GB are free for temporary files.`)
          : problem(`Less than 1 GB is free in ${tmp}. Uploads and spreadsheets need it: free some space.`);
      },
    },
  ];
}

/** A scope to write includes the one to read. */
function hasAll(granted: string, wanted: readonly string[]): boolean {
  const scopes = new Set(granted.split(","));
  return wanted.every((scope) => scopes.has(scope) || scopes.has(scope.replace(/^read_/, "write_")));
}
