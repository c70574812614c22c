import { type BenchBackroom, SHOP } from "./backroom.ts";
import { settle } from "./settle.ts";
import { whole } from "./table.ts";
import { fillProducts, measureWay } from "./workbench.ts";

type Page = { rows: unknown[]; nextCursor: string | null };

/** How many pages behind the first one the deep page is. */
const DEEP = 200;

/**
 * The list of Product Media with one client: a page of products for each view and each kind of search, and the numbers of products that
 * lack something. Lines for the report. @throws when a page is empty
 */
export async function measureMediaProducts(backroom: BenchBackroom, products: number): Promise<string[]> {
  await fillProducts(backroom.database, products);
  // As after a rebuild: the page refuses to list some of the products.
  await backroom.database.query(
    `INSERT INTO mirrors (shop, name, rebuilt_at, version) VALUES ($1, 'products', now(), 1000)
     ON CONFLICT (shop, name) DO UPDATE SET rebuilt_at = now(), version = 1000`,
    [SHOP],
  );
  await settle(backroom);
  const page = (query: Record<string, string>) =>
    backroom.call<Page>("GET", `/api/productMedia/products?${new URLSearchParams(query)}`);
  const deep: Record<string, string>[] = [];
  for (let cursor: string | null = null; deep.length < DEEP; ) {
    const request: Record<string, string> = cursor ? { direction: "next", last_id: cursor } : {};
    const { nextCursor }: Page = await page(request);
    deep.push(request);
    if (!nextCursor) break;
    cursor = nextCursor;
  }
  const ways: Record<string, (round: number) => Record<string, string>> = {
    "all products": () => ({}),
    "pages behind the first": (round) => deep[deep.length - 1 - (round % 20)] ?? {},
    "from Z to A": () => ({ sort: "title desc" }),
    "without pictures": () => ({ show: "pictures" }),
    "without alt text": () => ({ show: "texts" }),
    "two words of titles": (round) => ({ search: `Hammer ${1_000 + round * 31}` }),
    "a word of all titles": () => ({ search: "hammer" }),
    "a word of all titles, without alt text": () => ({ search: "hammer", show: "texts" }),
    "a SKU": (round) => ({ search: `WB-${String(round * 99).padStart(6, "0")}-1` }),
    "a part of SKUs": () => ({ search: "WB-0012" }),
    "a handle": (round) => ({ search: `workbench-${round * 99}` }),
  };
  const lines = [`Product Media, ${whole(products)} products with up to five pictures`];
  for (const [way, queryOf] of Object.entries(ways))
    lines.push(await measureWay(way, (round) => page(queryOf(round))));
  const work = () => backroom.call<object>("GET", "/api/productMedia/products/work");
  lines.push(await measureWay("the numbers of products with work", async () => ({ rows: [await work()] })));
  return lines;
}
