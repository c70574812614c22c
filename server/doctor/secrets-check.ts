import { onConnection } from "~/platform/db/connection.server";
import { ownKeys } from "~/platform/secrets/keys.server";
import { readKeys, readNeeds, stillNeeded, unknownKey } from "~/platform/secrets/register-keys.server";
import type { SealedColumn } from "~/platform/secrets/sealed-column.server";
import { type Check, type Finding, ok, problem, warning } from "./check.ts";

const MIN_KEY_LENGTH = 16;

/** Checks the secret key, and whether a former one is still needed. @param env the process's environment */
export const secretsCheck = (env: NodeJS.ProcessEnv, columns: readonly SealedColumn[]): Check => ({
  name: "Secrets",
  async run() {
    const { BACKROOM_SECRET_KEY: key } = env;
    if (key !== undefined && key.length < MIN_KEY_LENGTH)
      return problem("BACKROOM_SECRET_KEY is too short. Use a random text of at least 32 characters.");
    const stored = await findingOfStored(env, columns);
    if (stored) return stored;
    return key
      ? ok("BACKROOM_SECRET_KEY is set.")
      : warning(
          "BACKROOM_SECRET_KEY isn't set, so rotating SHOPIFY_API_SECRET would make stored credentials unreadable. Set it before the first shop is installed.",
        );
  },
});

/** What the database knows of the keys. Undefined when there is nothing to say. */
const findingOfStored = (
  env: NodeJS.ProcessEnv,
  columns: readonly SealedColumn[],
): Promise<Finding | undefined> =>
  onConnection("backroom-doctor", env.DATABASE_URL ?? "", async (client) => {
    const { rows: tables } = await client.query("SELECT 1 WHERE to_regclass('secret_keys') IS NOT NULL");
    const keys = tables.length > 0 ? await readKeys(client) : [];
    const active = keys.find(({ retiredAt }) => !retiredAt);
    if (!active) return undefined;
    const own = new Set(ownKeys(env).all.map(({ id }) => id));
    if (!own.has(active.id)) return problem(unknownKey(active.id));
    const { missing, values, former } = await readNeeds(client, columns, env);
    if (missing.length > 0) return problem(stillNeeded(missing, values));
    if (former > 0)
      return warning(
        `${former} stored credentials are still encrypted with the former key. Workers encrypt them again: leave the former key set until then.`,
      );
    if (env.BACKROOM_PREVIOUS_SECRET_KEY)
      return ok("Nothing needs BACKROOM_PREVIOUS_SECRET_KEY any longer. Remove it.");
    if (env.BACKROOM_NEXT_SECRET_KEY)
      return ok("When every process has BACKROOM_NEXT_SECRET_KEY, make it BACKROOM_SECRET_KEY.");
    return undefined;
  });
