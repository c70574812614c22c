/** The theme app extension: Shopify's own checks, with the definitions that their package has, and the stand-in of the theme. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { shops } from "../../../local-store/config.ts";
import { blockNames, renderBlock } from "../../../local-store/storefront/theme-blocks.ts";

const EXTENSION = "extensions/storefront";
const CONFIG = path.resolve("node_modules/@shopify/theme-check-node/configs/theme-app-extension.yml");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(`${tmpdir()}/theme-check-`);
  // Its newest definitions would be downloaded. Without a place to get them from, it uses those of the package.
  vi.stubEnv("SHOPIFY_TLD_ROOT", `${folder}/none`);
  vi.stubEnv("XDG_CACHE_HOME", folder);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

async function offensesIn(extension: string): Promise<string[]> {
  const { themeCheckRun } = await import("@shopify/theme-check-node");
  const { offenses } = await themeCheckRun(path.resolve(extension), CONFIG);
  return offenses.map(({ check, message, uri }) => `${check} in ${path.basename(uri)}: ${message}`);
}

test("Shopify's checks of theme app extensions find nothing, and what is wrong in a copy", async () => {
  expect(await offensesIn(EXTENSION)).toEqual([]);
  const copy = `${folder}/copy`;
  cpSync(EXTENSION, copy, { recursive: true });
  const block = `${copy}/blocks/requests.liquid`;
  const text = readFileSync(block, "utf8");
  writeFileSync(block, text.replace("| money", "| moneyy").replace("requests.credit", "requests.none"));
  writeFileSync(`${copy}/assets/backroom.js`, `// ${"x".repeat(10_000)}`);
  const checks = (await offensesIn(copy)).map((offense) => offense.split(" ")[0]);
  expect([...new Set(checks)].toSorted()).toEqual([
    "AssetSizeAppBlockJavaScript",
    "TranslationKeyExists",
    "UnknownFilter",
  ]);
});

test("no file that a page or the admin loads is larger than 10 KB, the admin's block as it is sent", async () => {
  const assets = readdirSync(`${EXTENSION}/assets`);
  const sizes = assets.map((name) => [name, statSync(`${EXTENSION}/assets/${name}`).size] as const);
  const { build } = await import("vite");
  const result = await build({
    configFile: false,
    logLevel: "error",
    mode: "test",
    esbuild: { jsx: "automatic", jsxImportSource: "preact" },
    build: {
      write: false,
      minify: true,
      lib: { entry: "extensions/customer-block/src/CustomerBlock.tsx", formats: ["es"] },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && "output" in output ? output.output[0] : undefined;
  sizes.push(["customer-block.js", gzipSync(chunk?.code ?? "").length]);
  expect(sizes.map(([name]) => name)).toEqual(["backroom.css", "backroom.js", "customer-block.js"]);
  expect(sizes.filter(([, size]) => size < 1_000 || size > 10_000)).toEqual([]);
});

test("each block is rendered in each language, for visitors and customers, and escapes what people entered", async () => {
  const [shop] = shops;
  if (!shop) throw new Error("The local store has no shop.");
  const store_credit_account = { balance: 123_456 };
  const customer = { id: 1, email: "a@uni.example", first_name: "<b>", last_name: "B", store_credit_account };
  const settings = { key: "a b", domains: '"uni.example' };
  for (const locale of ["en", "de", "fr"])
    for (const name of blockNames) {
      const visit = { shop, rootUrl: "/", locale, settings };
      const rendered = [await renderBlock(name, { ...visit, customer: null })];
      rendered.push(await renderBlock(name, { ...visit, customer }));
      for (const { html } of rendered) expect(html).not.toMatch(/<b>|data-domains=""|\{\{|\{%|undefined/);
    }
  const german = { shop, rootUrl: "/", locale: "de", settings, customer };
  expect((await renderBlock("requests", german)).html).toContain("1.234,56");
});
