import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import remixConfig from "./remix.config.js";
import { browserChunks } from "./server/setup/browser-chunks.ts";
import { oneTheme } from "./server/setup/one-theme.ts";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * Makes `build/server/index.js` the process itself instead of a module with the pages only, so that the web server, the worker
 * and the pages share their modules (one database pool, one log). It follows Remix's plugin, whose choice of input it replaces;
 * `server/web.ts` imports the pages as `virtual:remix/server-build`.
 */
const serverIsTheEntry: Plugin = {
  name: "backroom-server-is-the-entry",
  config: (_config, { isSsrBuild }) =>
    isSsrBuild ? { build: { rollupOptions: { input: "server/main.ts" } } } : undefined,
};

/** A list page loads a dozen scripts instead of sixty. */
const fewerScripts: Plugin = {
  name: "backroom-fewer-scripts",
  config: (_config, { isSsrBuild }) =>
    isSsrBuild ? undefined : { build: { rollupOptions: { output: { manualChunks: browserChunks() } } } },
};

export default defineConfig({
  plugins: [remix(remixConfig), serverIsTheEntry, fewerScripts, oneTheme],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // A script that couldn't be preloaded can't be imported either until the page is left (app/ui/load-script.ts).
    modulePreload: false,
  },
  // Every page's packages are known before the first one is asked for: one that turned up later would be served beside a second
  // copy of React, and the page would stay empty.
  // The routes also name the server's packages. Those of these two have compiled files, on machines with a compiler, and can't be bundled.
  optimizeDeps: { entries: ["app/**/*.tsx", "app/ui/**/*.ts"], exclude: ["ssh2", "cpu-features"] },
  server: { port: 3000 },
  // Built into the server's program, with what is used of them alone. Left in their hundreds of files, they make Node read their
  // long lists of exports once per file: a process took 300 MB and twice the time to start, instead of 160 MB.
  ssr: {
    noExternal: [
      "date-fns",
      "drizzle-orm",
      "@shopify/polaris-icons",
      "@shopify/shopify-app-session-storage-drizzle",
    ],
  },
});
