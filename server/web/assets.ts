import path from "node:path";
import express, { type Router } from "express";

/**
 * Serves the browser's files from the build. Names in `assets/` contain a content hash, so these files are cached for a year. The
 * others (`public/`) are cached for an hour.
 */
export function serveBuiltAssets(router: Router, clientFolder: string): Router {
  router.use(
    "/assets",
    express.static(path.join(clientFolder, "assets"), { immutable: true, maxAge: "1y", index: false }),
    // A missing asset is answered here, because rendering the app's "Page not found" is expensive and confuses the browser.
    (_request, response) => void response.status(404).type("text").send("Not found"),
  );
  // Only paths with an extension, so that pages need no lookup on disk.
  return router.get(/\.\w+$/, express.static(clientFolder, { maxAge: "1h", index: false }));
}
