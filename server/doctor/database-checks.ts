import type pg from "pg";
import { onConnection } from "~/platform/db/connection.server";
import { readPoolMode } from "~/platform/db/pool.server";
import { ASYNCHRONOUS } from "~/platform/db/replication.server";
import { APP_ROLE } from "~/platform/db/with-shop.server";
import { type Check, ok, problem, warning } from "./check.ts";

const MIN_VERSION = 15;
/** Beyond the pool, a web process has a listener and senders, a worker also those that fetch and hold locks. */
const WEB_EXTRA = 3;
const WORKER_EXTRA = 15;
/** With more, Shopify's session tokens aren't valid (milliseconds). */
const MAX_SKEW_MS = 10_000;

/** The checks of the database that a connection string names. @param poolSize `DATABASE_POOL` */
export function databaseChecks(databaseUrl: string, poolSize: number): Check[] {
  const ask = async <Row extends pg.QueryResultRow>(statement: string): Promise<Row> => {
    const rows = await onConnection("backroom-doctor", databaseUrl, async (client) => {
      const result = await client.query<Row>(statement);
      return result.rows;
    });
    return rows[0] as Row;
  };
  return [
    {
      name: "Database version",
      async run() {
        const { version } = await ask<{ version: number }>(
          "SELECT current_setting('server_version_num')::int / 10000 AS version",
        );
        return version >= MIN_VERSION
          ? ok(`PostgreSQL ${version}.`)
          : problem(`PostgreSQL ${version} is too old. Upgrade it to ${MIN_VERSION} or newer.`);
      },
    },
    {
      name: "Database rights",
      async run() {
        const { isOwner, hasRole, mayCreateRole, login } = await ask<{
          isOwner: boolean;
          hasRole: boolean;
          mayCreateRole: boolean;
          login: string;
        }>(`SELECT current_user AS login, pg_has_role(datdba, 'MEMBER') AS "isOwner",
                   (SELECT rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = current_user) AS "mayCreateRole",
                   EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${APP_ROLE}' AND pg_has_role(oid, 'MEMBER')) AS "hasRole"
              FROM pg_database WHERE datname = current_database()`);
        if (!isOwner)
          return problem(`${login} doesn't own the database. Run ALTER DATABASE … OWNER TO ${login}.`);
        if (!hasRole && !mayCreateRole)
          return problem(
            `${login} doesn't have the role ${APP_ROLE}. A superuser must run CREATE ROLE ${APP_ROLE} NOLOGIN and GRANT ${APP_ROLE} TO ${login}.`,
          );
        return ok(`${login} owns the database.`);
      },
    },
    {
      name: "Pooler",
      async run() {
        const mode = await readPoolMode(databaseUrl);
        if (mode === "transaction")
          return problem("The pooler is in transaction mode. Set pool_mode = session for this database.");
        return ok(mode === "session" ? "A pooler in session mode." : "Connected directly.");
      },
    },
    {
      name: "Replication",
      async run() {
        const { receivers, names } = await ask<{ receivers: number; names: string }>(
          `SELECT (SELECT count(*)::int FROM pg_stat_replication) AS receivers,
                  current_setting('synchronous_standby_names') AS names`,
        );
        if (receivers > 0 && names === "") return warning(ASYNCHRONOUS);
        if (receivers === 0 && names !== "")
          return problem(
            `Commits wait for ${names}, and no standby is connected. Start it, or remove synchronous_standby_names.`,
          );
        return ok(receivers === 0 ? "No standby is connected." : "Commits wait for a standby.");
      },
    },
    {
      name: "Connection budget",
      async run() {
        const { available } = await ask<{ available: number }>(
          `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS available`,
        );
        const needed = 2 * (poolSize + WEB_EXTRA) + 2 * (poolSize + WORKER_EXTRA);
        return needed <= available
          ? ok(`${available} connections, of which two web processes and two workers use up to ${needed}.`)
          : warning(
              `Two web processes and two workers use up to ${needed} connections, and the server has ${available}. Raise max_connections, or lower DATABASE_POOL.`,
            );
      },
    },
    {
      name: "Clock",
      async run() {
        const { now } = await ask<{ now: Date }>("SELECT clock_timestamp() AS now");
        const skewMs = Math.abs(Date.now() - now.getTime());
        return skewMs <= MAX_SKEW_MS
          ? ok("The database's clock agrees with this machine's.")
          : problem(
              `The database's clock differs by ${Math.round(skewMs / 1_000)} seconds from this machine's. Synchronize both with NTP.`,
            );
      },
    },
    {
      name: "Text order",
      async run() {
        const { isByLanguage } = await ask<{ isByLanguage: boolean }>(`SELECT 'a' < 'B' AS "isByLanguage"`);
        return isByLanguage
          ? warning(
              "The database orders texts by a language. Backroom is tested with the order of their characters. Create a database with TEMPLATE template0 LOCALE 'C.UTF-8', and restore a backup into it.",
            )
          : ok("The database orders texts by their characters.");
      },
    },
    {
      name: "ICU",
      async run() {
        const { hasIcu } = await ask<{ hasIcu: boolean }>(
          `SELECT EXISTS (SELECT 1 FROM pg_collation WHERE collname = 'und-x-icu') AS "hasIcu"`,
        );
        return hasIcu
          ? ok("Names are sorted by ICU.")
          : problem("The server was built without ICU. Install a PostgreSQL package that has it.");
      },
    },
  ];
}
