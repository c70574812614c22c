/**
 * The web process of `npm run dev`: the same server as in production, with Vite compiling pages and server code as they change.
 * The server's own modules are loaded through Vite too, so that they share the app's modules (one database pool, one log).
 */
import { createServer } from "vite";

const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
const load = <Module>(path: string) => vite.ssrLoadModule(path) as Promise<Module>;

const { webEnvironment } = await load<typeof import("./environment.ts")>("/server/environment.ts");
const { serve } = await load<typeof import("./web/serve.ts")>("/server/web/serve.ts");
const { prepareDatabase } = await load<typeof import("~/platform/db/prepare-database.server")>(
  "/app/platform/db/prepare-database.server.ts",
);
const { app } = await load<typeof import("~/app.server")>("/app/app.server.ts");
const { attachRealtime } = await load<typeof import("~/realtime.server")>("/app/realtime.server.ts");

const environment = webEnvironment(process.env);
await prepareDatabase(environment.DATABASE_URL, app);
await serve({
  environment,
  assets: vite.middlewares,
  // Loaded on each request: Vite answers from its cache until a file changes.
  handleApi: async (request, response) => {
    const { handleApi } = await load<typeof import("~/api.server")>("/app/api.server.ts");
    await handleApi(request, response);
  },
  attachRealtime,
  loadContext: async () => {
    const { app } = await load<typeof import("~/app.server")>("/app/app.server.ts");
    return { app };
  },
  publicPages: app.publicPages,
  remixBuild: () => load("virtual:remix/server-build"),
});
