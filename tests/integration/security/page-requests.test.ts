import fs from "node:fs";
import path from "node:path";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "../../guarantees/support/flags.ts";
import { forgedTokens } from "../../guarantees/support/forged-tokens.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

/** Shopify's library answers unknown programs with 410. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";

interface Route {
  loader?: (args: LoaderFunctionArgs) => unknown;
  action?: (args: ActionFunctionArgs) => unknown;
}

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("page_requests");
  await signIn([shop.token("1")]);
});
afterAll(() => shop.close());

const functionRoutes = fs
  .globSync("app/functions/*/routes/*.tsx")
  .concat(fs.globSync(["app/routes/*.tsx", "app/import-*.tsx"]))
  .filter((file) => !/proxy|webhooks|auth\.\$/.test(file))
  .map((file) => file.replaceAll("\\", "/"));
const load = (file: string): Promise<Route> => import(/* @vite-ignore */ path.resolve(file));

/** The status of what a loader or an action returns or throws. */
async function statusOf(work: () => unknown, { throwsResponses = false } = {}): Promise<number> {
  const answer = await Promise.resolve()
    .then(work)
    .catch((thrown) => {
      if (throwsResponses && !(thrown instanceof Response)) throw new Error("No Response", { cause: thrown });
      return thrown;
    });
  if (answer instanceof Response) return answer.status;
  if (answer instanceof Error) throw answer;
  return (answer as { init?: { status?: number } } | null)?.init?.status ?? 200;
}

async function argsOf(url: string, init: RequestInit) {
  const { app } = await import("../../support/app.ts");
  const params = { id: "1", run: "1", draw: "1", position: "0", kind: "students", text: "1", key: "1" };
  return { request: new Request(url, init), params, context: { app } } as unknown as ActionFunctionArgs;
}

test.each(functionRoutes)("the action of %s answers a body that isn't its form with 4xx", async (file) => {
  const { action } = await load(file);
  if (!action) return;
  // Some actions are one button, and read no form.
  const least = /formData\(\)|answerCalls\(/.test(fs.readFileSync(file, "utf8")) ? 400 : 200;
  const address = file.startsWith("app/import-") ? "coupons/import/1" : "x";
  const bodies: [string, string][] = [
    ["application/json", '{"intent":'],
    ["application/json", "[]"],
    ["text/plain", "intent=approve"],
    ["multipart/form-data; boundary=x", "--x\r\nbroken"],
  ];
  for (const [type, body] of bodies) {
    const headers = {
      authorization: `Bearer ${shop.token("1")}`,
      "content-type": type,
      "user-agent": BROWSER,
    };
    const args = await argsOf(`http://localhost:3000/${address}`, { method: "POST", headers, body });
    const status = await statusOf(() => action(args));
    expect(status, `${type} ${body}`).toBeGreaterThanOrEqual(least);
    expect(status, `${type} ${body}`).toBeLessThan(500);
    expect(status, `${type} ${body}`).not.toBe(410);
  }
});

test("a page refuses every token that a call refuses", async () => {
  const { loader } = await load("app/functions/jobs/routes/jobs.tsx");
  const open = async (token: string) => {
    const header = await argsOf("http://localhost:3000/jobs", {
      headers: { authorization: `Bearer ${token}`, "user-agent": BROWSER },
    });
    const host = Buffer.from("admin.shopify.com/store/backroom-demo").toString("base64");
    const query = new URLSearchParams({ shop: DEMO, host, embedded: "1", id_token: token });
    const parameter = await argsOf(`http://localhost:3000/jobs?${query}`, {
      headers: { "user-agent": BROWSER },
    });
    return [await statusOf(() => loader?.(header)), await statusOf(() => loader?.(parameter))];
  };
  expect(await open(shop.token("1"))).toEqual([200, 200]);
  for (const [kind, token] of Object.entries(forgedTokens()))
    for (const status of await open(token)) expect(status, kind).toBeGreaterThanOrEqual(300);
});

/** Remix takes what a route without a component throws for a fault, unless it is a Response. */
async function refusalOf(work: () => unknown): Promise<Response> {
  const thrown = await Promise.resolve()
    .then(work)
    .catch((error) => error);
  if (!(thrown instanceof Response)) throw new Error("The loader threw no Response.", { cause: thrown });
  return thrown;
}

const routesWithId = functionRoutes.filter(
  (file) => file.includes("$") && fs.readFileSync(file, "utf8").includes("export const loader"),
);
/** Pages whose address names a record. */
const pagesWithId = routesWithId.filter((file) => fs.readFileSync(file, "utf8").includes("export default"));
/** Those for dialogs answer a refusal as `orProblem`. */
const dataWithId = routesWithId.filter(
  (file) => !pagesWithId.includes(file) && !fs.readFileSync(file, "utf8").includes("orProblem("),
);

test.each(pagesWithId)("the loader of %s finds no page for an id that no record has", async (file) => {
  const { loader } = await load(file);
  const headers = { authorization: `Bearer ${shop.token("1")}`, "user-agent": BROWSER };
  const args = await argsOf("http://localhost:3000/x", { headers });
  const names = path
    .basename(file, ".tsx")
    .split(".")
    .filter((part) => part.startsWith("$"));
  for (const value of ["not-an-id", "-1", "2147483647", "99999999999999999999999"]) {
    const params = Object.fromEntries(names.map((name) => [name.slice(1), value]));
    const refusal = await refusalOf(() => loader?.({ ...args, params }));
    expect(refusal.status, value).toBe(404);
    expect(await refusal.json(), value).toEqual({ message: expect.not.stringMatching(/must be|Reload/) });
  }
});

test.each(dataWithId)("the loader of %s refuses an id that no record has with 4xx", async (file) => {
  const { loader } = await load(file);
  const headers = { authorization: `Bearer ${shop.token("1")}`, "user-agent": BROWSER };
  const args = await argsOf("http://localhost:3000/x", { headers });
  for (const value of ["not-an-id", "99999999999999999999"]) {
    const params = Object.fromEntries(Object.keys(args.params).map((name) => [name, value]));
    const status = await statusOf(async () => loader?.({ ...args, params }), { throwsResponses: true });
    expect(status, value).toBeGreaterThanOrEqual(400);
    expect(status, value).toBeLessThan(500);
  }
});
