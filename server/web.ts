import path from "node:path";
import * as remixBuild from "virtual:remix/server-build";
import express from "express";
import { handleApi } from "~/api.server";
import { migrate } from "~/platform/db/migrate.server";
import { attachRealtime } from "~/realtime.server";
import { webEnvironment } from "./environment.ts";
import { serveBuiltAssets } from "./web/assets.ts";
import { serve } from "./web/serve.ts";

/**
 * Serves the built app: its pages, `/api`, files and sockets, until the process is told to end.
 * Migrates the database first (safe beside other processes that do the same).
 * @throws when a variable of the environment is missing, or the database cannot be reached or migrated, or the port is in use.
 */
export async function runWeb(): Promise<void> {
  const environment = webEnvironment(process.env);
  await migrate(environment.DATABASE_URL);
  await serve({
    environment,
    assets: serveBuiltAssets(express.Router(), path.resolve("build/client")),
    handleApi,
    attachRealtime,
    remixBuild,
  });
}
