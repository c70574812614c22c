import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

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
const PUBLIC = [
  "app/routes/proxy.$.tsx",
  "app/routes/proxy.giveaway.$key.tsx",
  "app/routes/proxy.giveaway.confirm.$token.tsx",
  "app/routes/proxy.invitation.$token.tsx",
  "app/routes/proxy.promotion.$key.tsx",
  "app/routes/proxy.submission.$token.tsx",
  "app/routes/proxy.registration.tsx",
  "app/routes/proxy.registration_.confirm.$token.tsx",
];

test("the routes are found", () => expect(routes.length).toBeGreaterThan(5));

// Without it an action's 401 loses the header that makes App Bridge try again, and the page breaks when the token expires.
test.each(routes.filter(([file]) => ![...ANSWERS_MACHINES, ...PUBLIC].includes(file.replaceAll("\\", "/"))))(
  "%s hands Shopify's headers through",
  (file) => {
    expect(fs.readFileSync(file, "utf8")).toMatch(
      /export const headers: HeadersFunction = \((\w+)\) => boundary\.headers\(\1\);/,
    );
  },
);
