import fs from "node:fs";
import path from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { withShopifyHeaders } from "../../../server/web/shopify-headers.ts";

const folders = [
  "app/routes",
  ...fs.readdirSync("app/functions").map((name) => path.join("app/functions", name, "routes")),
].filter((folder) => fs.existsSync(folder));

const routes = [
  ["app/shell.tsx"],
  ["app/root.tsx"],
  ["app/page-not-found.tsx"],
  ...folders.flatMap((folder) => fs.readdirSync(folder).map((file) => [path.join(folder, file)])),
] as [string][];

/** Shopify's own addresses and webhooks are answered to machines; no session token can expire there. */
const ANSWERS_MACHINES = ["app/routes/webhooks.tsx", "app/routes/auth.$.tsx"];

/** Public pages have no signed-in administrator and no frame. */
const isPublic = (file: string) => file.startsWith("app/routes/proxy.");

test("the routes are found", () => expect(routes.length).toBeGreaterThan(5));

// Without it an action's 401 loses the header that makes App Bridge try again, and the page breaks when the token expires.
const isGiven = (file: string) =>
  file.startsWith(path.join("app", "functions")) ||
  fs.readFileSync(file, "utf8").includes('from "~/ui/page"');

test("the server gives them to the pages inside the shell, and to no others", () => {
  const own = () => ({});
  const route = (parentId: string, headers?: () => object) => ({ parentId, module: { headers } });
  const routes = {
    shell: route("root", own),
    page: route("shell"),
    special: route("shell", own),
    webhooks: route("root"),
  };
  const given = withShopifyHeaders({ routes } as unknown as ServerBuild).routes;
  expect(given.page?.module.headers).toBeTypeOf("function");
  expect(given.page?.module.headers).not.toBe(own);
  expect(given.special?.module.headers).toBe(own);
  expect(given.webhooks?.module.headers).toBeUndefined();
});

test.each(
  routes.filter(([file]) => {
    const route = file.replaceAll("\\", "/");
    return !ANSWERS_MACHINES.includes(route) && !isPublic(route) && !isGiven(file);
  }),
)("%s hands Shopify's headers through", (file) => {
  expect(fs.readFileSync(file, "utf8")).toMatch(
    /export const headers: HeadersFunction = \((\w+)\) => boundary\.headers\(\1\);/,
  );
});
