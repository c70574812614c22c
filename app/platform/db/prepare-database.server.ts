import { migrate } from "./migrate.server";
import { warnOfAsynchronousReplication } from "./replication.server";
import { watchTimeline } from "./timeline.server";

/**
 * What a process does before it uses the database: migrates it, warns when a fail-over would lose changes, and watches for one.
 * @throws as `migrate`
 */
export async function prepareDatabase(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl);
  await warnOfAsynchronousReplication();
  await watchTimeline();
}
