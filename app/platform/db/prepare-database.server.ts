import { followSecretKeys } from "../secrets/reencrypt.server";
import type { SealedColumn } from "../secrets/sealed-column.server";
import { migrate } from "./migrate.server";
import { warnOfAsynchronousReplication } from "./replication.server";
import { watchTimeline } from "./timeline.server";

interface Secrets {
  sealedColumns: readonly SealedColumn[];
  /** Whether the process encrypts again what a former key has encrypted. Workers do. */
  encryptsAgain?: boolean;
}

/**
 * What a process does before it uses the database: migrates it, registers its secret key, warns when a fail-over would lose changes, and
 * watches for one.
 * @throws as `migrate` and `registerKeys`
 */
export async function prepareDatabase(
  databaseUrl: string,
  { sealedColumns, encryptsAgain = false }: Secrets,
): Promise<void> {
  await migrate(databaseUrl);
  await followSecretKeys(sealedColumns, { encryptsAgain });
  await warnOfAsynchronousReplication();
  await watchTimeline();
}
