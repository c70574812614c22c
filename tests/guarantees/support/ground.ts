import { migrate } from "~/platform/db/migrate.server";
import { onServer } from "../../support/database-urls.ts";
import { createDatabase, testServer } from "../../support/postgres-server.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";

/** What a promise is tested on: the app's modules in this process, a local store, and a PostgreSQL of their own. */
export interface Ground {
  shop: TestShop;
  /** Ends all of it and removes the databases. */
  clear(): Promise<void>;
}

/** Opens the ground outside the test runner: PostgreSQL embedded, or on the server that TEST_DATABASE_URL names. */
export async function openGround(): Promise<Ground> {
  const server = await testServer();
  const create = async (name: string) => {
    const { name: database, url } = await createDatabase(server.url, name);
    return {
      url,
      drop: () => onServer(server.url, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
    };
  };
  const shop = await openTestShop("guarantees", {
    createStoreDatabase: create,
    createAppDatabase: async (name) => {
      const database = await create(name);
      await migrate(database.url);
      return database;
    },
  });
  return {
    shop,
    async clear() {
      await shop.close();
      await server.stop();
    },
  };
}
