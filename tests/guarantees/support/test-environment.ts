import { migrate } from "~/platform/db/migrate.server";
import { runOnServer } from "../../support/database-urls.ts";
import { createDatabase, testServer } from "../../support/postgres-server.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";

/** What a promise runs on: the app's modules in this process, a local store, and their own PostgreSQL. */
export interface TestEnvironment {
  shop: TestShop;
  /** Closes everything and drops the databases. */
  close(): Promise<void>;
}

/** Opens the environment outside the test runner, with the bundled PostgreSQL or the server in TEST_DATABASE_URL. */
export async function openTestEnvironment(): Promise<TestEnvironment> {
  const server = await testServer();
  const create = async (name: string) => {
    const { name: database, url } = await createDatabase(server.url, name);
    return {
      url,
      drop: () => runOnServer(server.url, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
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
    async close() {
      await shop.close();
      await server.stop();
    },
  };
}
