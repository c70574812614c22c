import path from "node:path";
import express, { type Router } from "express";

/**
 * Serves the browser's files from the build: those in `assets/` carry a hash of their content in their name and never change;
 * the others (`public/`) are asked for again after an hour.
 */
export function serveBuiltAssets(router: Router, clientFolder: string): Router {
  router.use(
    "/assets",
    express.static(path.join(clientFolder, "assets"), { immutable: true, maxAge: "1y", index: false }),
    // A missing asset is answered here: rendering the app's "Page not found" for it would cost a page and confuse the browser.
    (_request, response) => void response.status(404).type("text").send("Not found"),
  );
  // By their ending: asking the disk for a file named like each page would cost every page.
  return router.get(/\.\w+$/, express.static(clientFolder, { maxAge: "1h", index: false }));
}
