import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Liquid, Tag, type TagToken, type TopLevelToken } from "liquidjs";
import { z } from "zod";
import type { ShopConfig } from "../config.ts";

/** The app's theme app extension. */
const EXTENSION = fileURLToPath(new URL("../../extensions/storefront", import.meta.url));

/** What blocks may use of Liquid here: Shopify has more. Anything else fails, so that no block is shown other than Shopify shows it. */
const FILTERS = ["append", "escape", "url_encode"];
const TAGS = ["assign", "if", "liquid", "render"];

const schemaOfBlock = z.strictObject({
  name: z.string(),
  target: z.literal("section"),
  stylesheet: z.string(),
  javascript: z.string(),
  settings: z.array(
    z.looseObject({ id: z.string(), default: z.union([z.string(), z.boolean()]).optional() }),
  ),
});

/** The customer who is signed in to the storefront, as Liquid sees them. */
export interface ThemeCustomer {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  /** Null without an account of store credit. `balance` is in cents. */
  store_credit_account: { balance: number } | null;
}

/** What a page of the theme is rendered for. */
export interface BlockVisit {
  shop: ShopConfig;
  /** The path of the storefront. */
  rootUrl: string;
  customer: ThemeCustomer | null;
  locale: string;
  /** What the merchant entered in the theme editor. Other settings have their defaults. */
  settings: Readonly<Record<string, string>>;
}

/** A rendered block, with the names of the files that Shopify loads for it. */
export interface RenderedBlock {
  html: string;
  stylesheet: string;
  javascript: string;
}

/** The blocks that a merchant can add to the theme, by the name of their file. */
export const blockNames: readonly string[] = readdirSync(`${EXTENSION}/blocks`).map((file) =>
  file.slice(0, -".liquid".length),
);

/** A file of the extension's assets. Undefined for an unknown name. */
export const readAsset = (name: string): string | undefined =>
  readdirSync(`${EXTENSION}/assets`).includes(name)
    ? readFileSync(`${EXTENSION}/assets/${name}`, "utf8")
    : undefined;

/**
 * Renders a block as Shopify does in a section of the theme.
 * @throws Error for an object, filter, tag or translation that this storefront doesn't have
 */
export async function renderBlock(name: string, visit: BlockVisit): Promise<RenderedBlock> {
  const source = readFileSync(`${EXTENSION}/blocks/${name}.liquid`, "utf8");
  const { settings, stylesheet, javascript } = readSchema(name, source);
  const entered = settings.map(({ id, default: value = "" }) => [id, visit.settings[id] ?? value]);
  const html = await engineFor(visit).parseAndRender(source, {
    block: { id: name, settings: Object.fromEntries(entered), shopify_attributes: "" },
    customer: visit.customer,
    request: { design_mode: false },
    routes: { root_url: visit.rootUrl, account_login_url: `${visit.rootUrl}/account/login` },
  });
  return { html, stylesheet, javascript };
}

function readSchema(name: string, source: string): z.infer<typeof schemaOfBlock> {
  const json = /\{% schema %\}(.*)\{% endschema %\}/s.exec(source)?.[1];
  if (json === undefined) throw new Error(`The block ${name} has no schema.`);
  return schemaOfBlock.parse(JSON.parse(json));
}

function engineFor({ shop, locale }: BlockVisit): Liquid {
  const engine = new Liquid({
    root: `${EXTENSION}/snippets`,
    extname: ".liquid",
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
  });
  for (const filter of Object.keys(engine.filters))
    if (!FILTERS.includes(filter)) delete engine.filters[filter];
  for (const tag of Object.keys(engine.tags)) if (!TAGS.includes(tag)) delete engine.tags[tag];
  engine.registerTag("schema", skippedUntil("endschema"));
  engine.registerTag("doc", skippedUntil("enddoc"));
  const translations = translationsOf(locale);
  engine.registerFilter("t", (key: string, ...values: [string, unknown][]) =>
    translate(translations, key, Object.fromEntries(values)),
  );
  const money = new Intl.NumberFormat(locale, { style: "currency", currency: shop.currencyCode });
  engine.registerFilter("money", (cents: number) => money.format(cents / 100));
  return engine;
}

/** A tag that shows nothing, with all that is in it. */
const skippedUntil = (end: string) =>
  class extends Tag {
    constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
      super(token, remaining, liquid);
      for (let next = remaining.shift(); next; next = remaining.shift())
        if ((next as TagToken).name === end) return;
      throw new Error(`${token.getText()} isn't closed.`);
    }
    *render(): Generator<unknown, void, unknown> {}
  };

type Translations = { [key: string]: string | Translations };

/** Shopify uses the default locale where a store's language has no file. */
function translationsOf(locale: string): Translations {
  const file = readdirSync(`${EXTENSION}/locales`).includes(`${locale}.json`) ? locale : "en.default";
  return JSON.parse(readFileSync(`${EXTENSION}/locales/${file}.json`, "utf8")) as Translations;
}

function translate(translations: Translations, key: string, values: Record<string, unknown>): string {
  let found: string | Translations | undefined = translations;
  for (const part of key.split(".")) found = typeof found === "object" ? found[part] : undefined;
  if (typeof found !== "string") throw new Error(`The locale has no text "${key}".`);
  return found.replace(/\{\{ (\w+) \}\}/g, (_all, name: string) => {
    if (!(name in values)) throw new Error(`The text "${key}" needs the value ${name}.`);
    return String(values[name]);
  });
}
