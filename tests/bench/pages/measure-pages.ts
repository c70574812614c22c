import { type BenchBackroom, ownersToken, SHOP } from "../backroom.ts";
import { settle } from "../settle.ts";
import { against, milliseconds, table, whole } from "../table.ts";
import type { ShopSize } from "./fill-shop.ts";
import { type MeasuredPage, pagesOf } from "./page-list.ts";
import { prepareShop, type StoreSize } from "./prepare-shop.ts";

const TARGET_MS = 300;
const WARM_UP = 10;

/** What is measured: how much the shop and the store have, and how often each page is opened. */
export interface PagesPlan {
  size: ShopSize;
  store: StoreSize;
  rounds: number;
}

/**
 * Opens each page that answers a question with results in a large shop, one after the other with one client, as its server renders it for
 * the admin. Lines for the report: the median and the 95th percentile of each, and those that take longer than they should.
 * @throws when pages don't have what they should show, with all of them
 */
export async function measurePages(
  backroom: BenchBackroom,
  { size, store, rounds }: PagesPlan,
  say: (line: string) => void,
): Promise<string[]> {
  const shop = await prepareShop(backroom, { store, size }, say);
  await settle(backroom);
  const rows: string[][] = [];
  const slow: string[] = [];
  const wrong: string[] = [];
  for (const page of pagesOf(shop)) {
    const figures = await measurePage(backroom, page, rounds).catch((error: Error) => error);
    if (figures instanceof Error) {
      wrong.push(figures.message);
      continue;
    }
    const { p50, p95 } = figures;
    say(`  ${page.name}: p50 ${milliseconds(p50)}, p95 ${milliseconds(p95)}`);
    if (p95 > TARGET_MS) slow.push(page.name);
    rows.push([
      page.name,
      milliseconds(p50),
      against(milliseconds(p95), p95 <= TARGET_MS, `<= ${TARGET_MS}`),
    ]);
  }
  if (wrong.length > 0)
    throw new Error([`${wrong.length} pages don't show what they should:`, ...wrong].join("\n"));
  return [
    `${whole(size.products)} products and ${whole(size.orders)} orders; milliseconds, one client, ${rounds} rounds. ` +
      `The stand-ins of Algolia and Solr have ${whole(store.products)} products, because the time they need isn't Backroom's`,
    table(["", "p50", "p95"], rows),
    slow.length === 0
      ? `all ${rows.length} pages have a p95 of at most ${TARGET_MS} ms`
      : `${slow.length} of ${rows.length} pages are slower: ${slow.join(", ")}`,
  ];
}

async function measurePage(
  backroom: BenchBackroom,
  { name, addressOf, shows }: MeasuredPage,
  rounds: number,
): Promise<{ p50: number; p95: number }> {
  const took: number[] = [];
  const warmUp = Math.min(WARM_UP, rounds);
  for (let round = 0; round < warmUp + rounds; round++) {
    const address = addressOf(round);
    const started = performance.now();
    const html = await openPage(backroom, address);
    if (round >= warmUp) took.push(performance.now() - started);
    const isShown = typeof shows === "string" ? html.includes(shows) : shows.test(html);
    if (!isShown) throw new Error(`${name} (${address}) doesn't have ${shows}:\n${textOf(html)}`);
  }
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.floor(took.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

/** Shopify's library answers unknown programs with 410. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36";

/** A page as its server renders it for the admin's frame, or what a part of a page reads by itself. @throws when it isn't answered with 200 */
async function openPage({ stack }: BenchBackroom, address: string): Promise<string> {
  const url = new URL(address, stack.appUrl);
  const headers: Record<string, string> = { "user-agent": BROWSER, accept: "text/html" };
  if (address.startsWith("/api/")) headers.authorization = `Bearer ${ownersToken()}`;
  const host = Buffer.from("admin.shopify.com/store/backroom-demo").toString("base64url");
  for (const [name, value] of Object.entries({ embedded: "1", shop: SHOP, host, id_token: ownersToken() }))
    url.searchParams.set(name, value);
  const response = await fetch(url, { headers });
  const html = await response.text();
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${textOf(html)}`);
  return html;
}

/** What a page says, for an error. */
const textOf = (html: string): string =>
  html
    .replace(/<(script|style)\b.*?<\/\1>/gs, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .slice(0, 600);
