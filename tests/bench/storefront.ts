import type { Browser } from "playwright";
import { type BenchBackroom, SHOP, until } from "./backroom.ts";
import { launchBrowser, median, readVitals, VITALS } from "./browser.ts";
import { against, whole } from "./table.ts";

const VISITS = 9;
const PHONE = { width: 390, height: 844 };
const MAX_RATIO = 2;
const EMAIL = "sam@storefront.example";

/** The pages that customers open, by what they are. Those of the app are rendered in the shop's layout. */
const PAGES = {
  "block: registration": "/pages/registration",
  "block: promotion": "/pages/promotion?settings.key=storefront",
  "block: requests": "/pages/requests",
  registration: "/apps/backroom/registration/",
  promotion: "/apps/backroom/promotion/storefront/",
  giveaway: "/apps/backroom/giveaway/{giveaway}/",
  "all requests": "/apps/backroom/requests/",
  "one request": "/apps/backroom/requests/registration/{question}/",
};

/**
 * The largest contentful paint of the storefront's pages on a phone, for a customer who is signed in, each time in a fresh profile. In turns with
 * the store's home page, which has nothing of Backroom. Lines for the report.
 */
export async function measureStorefront(backroom: BenchBackroom): Promise<string[]> {
  const { localStoreUrl } = backroom.stack;
  const storefront = `${localStoreUrl}/storefront/${SHOP}`;
  const ids = await fill(backroom);
  const pages = Object.entries(PAGES).map(([name, path]) => ({
    name,
    url: storefront + path.replace(/\{(\w+)\}/, (_all, id: string) => ids[id as keyof typeof ids]),
    paints: [] as number[],
  }));
  const plain = { name: "plain", url: `${storefront}/`, paints: [] as number[] };
  const browser = await launchBrowser();
  try {
    for (let visit = 0; visit <= VISITS; visit++)
      for (const page of [plain, ...pages]) {
        const paint = await visitPage(browser, storefront, page.url);
        // The first visit also starts the browser's own parts.
        if (visit > 0) page.paints.push(paint);
      }
  } finally {
    await browser.close();
  }
  const expected = median(plain.paints);
  return [
    `\nPages of the storefront on a phone, ${VISITS} cold visits, medians. LCP of a page without Backroom ${whole(expected)} ms`,
    ...pages.map(({ name, paints }) => {
      const ratio = median(paints) / expected;
      return `  ${name}: LCP ${whole(median(paints))} ms, ${against(`${ratio.toFixed(2)} times`, ratio <= MAX_RATIO, `<= ${MAX_RATIO} times`)}`;
    }),
  ];
}

async function visitPage(browser: Browser, storefront: string, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: PHONE });
  try {
    const signedIn = await context.request.post(`${storefront}/account/login`, { form: { email: EMAIL } });
    if (!signedIn.ok()) throw new Error(`Signing in was answered with ${signedIn.status()}.`);
    await context.addInitScript({ path: VITALS });
    const page = await context.newPage();
    const answer = await page.goto(url, { waitUntil: "networkidle" });
    if (!answer?.ok()) throw new Error(`${url} was answered with ${answer?.status()}.`);
    return (await page.evaluate(readVitals)).largestPaint;
  } finally {
    await context.close();
  }
}

/** A customer with a question about their registration, a promotion and a giveaway. */
async function fill({
  stack,
  database,
  call,
}: BenchBackroom): Promise<{ giveaway: string; question: string }> {
  await database.query(PROMOTION, [SHOP]);
  const { giveaway } = await call<{ giveaway: { link: string } }>("POST", "/api/giveaways", {
    name: "Storefront",
    registrationCount: 100,
  });
  const body = new URLSearchParams({
    kind: "student",
    firstName: "Sam",
    lastName: "Storefront",
    email: EMAIL,
    school: "Harbor College",
  });
  const address = `${stack.localStoreUrl}/store/${SHOP.split(".")[0]}/register`;
  const registered = await fetch(address, { method: "POST", body, redirect: "manual" });
  const id = registered.headers.get("location")?.split("/").at(-1) ?? "";
  const question = await until("Asking a customer", 30, () =>
    call<{ questionId: string }>("POST", "/api/questions", {
      ids: { id },
      text: "Please send your student card.",
      registration: "student",
      operationId: crypto.randomUUID(),
      // The mirror gets the customer by a webhook.
    }).catch(() => null),
  );
  return {
    giveaway: new URL(giveaway.link).pathname.split("/").filter(Boolean).at(-1) ?? "",
    question: question.questionId,
  };
}

const PROMOTION = `
  INSERT INTO promotions (shop, id, name, choices, reward_variant_id, reward_title, submission_limit, is_loyalty, key, created_at,
                          created_by_id, created_by_name, operation_id)
  SELECT $1, coalesce(max(id), 0) + 1, 'Storefront',
         '{"retailers": ["Tool Depot"], "models": [], "methods": ["Online"], "ages": [], "genders": [], "countries": ["United States"], "states": []}',
         1, 'Storefront', 'none', false, 'storefront', now(), '1', 'Bench', gen_random_uuid()
    FROM promotions WHERE shop = $1`;
