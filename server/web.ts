import path from "node:path";
import * as remixBuild from "virtual:remix/server-build";
import express from "express";
import { handleApi } from "~/api.server";
import { app } from "~/app.server";
import { prepareDatabase } from "~/platform/db/prepare-database.server";
import { attachRealtime } from "~/realtime.server";
import { webEnvironment } from "./environment.ts";
import { serveBuiltAssets } from "./web/assets.ts";
import { serve } from "./web/serve.ts";

/**
 * Serves the built app (pages, `/api`, files and realtime) until the process is shut down. Migrates the database first, which is safe
 * when several processes do it in parallel.
 * @throws when a variable of the environment is missing, or the database cannot be reached or migrated, or the port is in use.
 */
export async function runWeb(): Promise<void> {
  const environment = webEnvironment(process.env);
  await prepareDatabase(environment.DATABASE_URL, app);
  await serve({
    environment,
    assets: serveBuiltAssets(express.Router(), path.resolve("build/client")),
    handleApi,
    attachRealtime,
    // A new object each time: the loaders of one request share what they keep by it.
    loadContext: () => ({ app }),
    publicPages: app.publicPages,
    remixBuild,
  });
}
