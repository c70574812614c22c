import { defineConfig } from "drizzle-kit";

/** `npm run db:generate` compares the tables of all folders with the last migration and writes the next one. */
export default defineConfig({
  dialect: "postgresql",
  schema: [
    "app/platform/**/tables.server.ts",
    "app/core/**/tables.server.ts",
    "app/domain/**/tables.server.ts",
    "app/functions/**/tables.server.ts",
  ],
  out: "app/platform/db/migrations",
});
