import fs from "node:fs";
import path from "node:path";
import type { ServerBuild } from "@remix-run/node";

/** The routes of `app/routes`, with the paths that Remix reads from their file names: for tests that have no build. */
export const ROUTES_OUTSIDE_PAGES = Object.fromEntries(
  fs.globSync("app/routes/*.{ts,tsx}").map((file) => {
    const { name } = path.parse(file);
    const id = `routes/${name}`;
    return [id, { id, path: pathOf(name), module: {} }];
  }),
) as unknown as ServerBuild["routes"];

function pathOf(name: string): string {
  const segments = name.split(".").map((part) => part.replace(/_$/, ""));
  return segments.map((part) => (part === "$" ? "*" : part.replace(/^\$/, ":"))).join("/");
}
