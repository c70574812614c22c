import { read, utils } from "xlsx";
import { seededRandom } from "../../../local-store/faults/seeded-random.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { type ApiServer, openApiServer } from "../support/api-server.ts";
import { creditCustomers, inLanes } from "../support/credits.ts";
import { readResultFile } from "../support/export-file.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

const LANES = 16;
const PAGE_SIZE = 50;
/** What these postings, and no others, are for. */
const REFERENCE = "Amount in and out";
/** The largest amount of one posting, in cents: Shopify's limit for a customer. */
const MOST = 1_500_000;

/** Amounts that are none: each has to be refused with a sentence. */
const NONE = [
  -1,
  Number.NaN,
  "1e3",
  "1,000.00",
  0.001,
  1e308,
  [5],
  "0",
  0,
  "",
  " ",
  null,
  "0x10",
  "１",
  "15000.01",
];

export const amounts: BackroomPromise = {
  id: "R5",
  title: "amounts in and out over /api and Shopify's decimals, against whole-number arithmetic",
  async test(shop, scale) {
    const count = scale === "small" ? 150 : 100_000;
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    // One each: two amounts together may be more than a customer may have.
    const ids = await creditCustomers(shop, count, "Counting");
    const random = seededRandom(seed);
    const wanted = Array.from({ length: count }, (_, index) => ({
      id: ids[index % ids.length] as number,
      cents: centsDrawn(random),
      form: Math.floor(random() * 4),
    }));
    const api = await openApiServer();
    try {
      const refused = await sendAmounts(api, shop, wanted);
      const taken = await sendNone(api, shop, ids[0] as number);
      const sums = new Map<number, bigint>();
      for (const { id, cents } of wanted) sums.set(id, (sums.get(id) ?? 0n) + BigInt(cents));
      const off = await compareOut(api, shop, ids, sums);
      return finding(`${count} amounts (seed ${seed})`, {
        refused,
        "that are none, and were taken or refused without a sentence": taken,
        "cents off in the ledger": off.ledger,
        "cents off in what the pages answer": off.answered,
        "cents off in the exported file": off.exported,
        "cents off in the balances": off.balances,
        "changed on their way to Shopify and back": await offInDecimals(wanted.map(({ cents }) => cents)),
      });
    } finally {
      await api.close();
    }
  },
};

/** Small, usual and largest amounts, and those at which floating point numbers go wrong. */
function centsDrawn(random: () => number): number {
  const draw = random();
  if (draw < 0.1) return 1 + Math.floor(random() * 9);
  if (draw < 0.2) return MOST - Math.floor(random() * 100);
  if (draw < 0.4) return 29 + 100 * Math.floor(random() * 14_999);
  return 1 + Math.floor(random() * MOST);
}

/** An amount as people and programs write it. */
function written(cents: number, form: number): string | number {
  const [whole, fraction] = [Math.floor(cents / 100), String(cents % 100).padStart(2, "0")];
  if (form === 0) return `${whole}.${fraction}`;
  if (form === 1) return `${whole}.${fraction}`.replace(/0$/, "").replace(/\.0?$/, "");
  if (form === 2) return ` ${whole}.${fraction} `;
  return Number(`${whole}.${fraction}`);
}

const sendOne = (api: ApiServer, shop: TestShop, id: number, amount: unknown) =>
  api.send("/credits/issueCredits", {
    method: "POST",
    headers: asOwner(shop),
    body: JSON.stringify({ ids: String(id), amount, reference: REFERENCE }),
  });

/** @returns how many were not taken */
async function sendAmounts(
  api: ApiServer,
  shop: TestShop,
  wanted: readonly { id: number; cents: number; form: number }[],
): Promise<number> {
  let refused = 0;
  await inLanes(LANES, wanted, async ({ id, cents, form }) => {
    const { status } = await sendOne(api, shop, id, written(cents, form));
    if (status !== 200) refused += 1;
  });
  return refused;
}

async function sendNone(api: ApiServer, shop: TestShop, id: number): Promise<number> {
  let wrong = 0;
  for (const amount of NONE) {
    const { status, body } = await sendOne(api, shop, id, amount);
    if (status !== 400 || typeof body?.msg !== "string" || body.msg.length < 10) wrong += 1;
  }
  return wrong;
}

const distance = (one: bigint, other: bigint): number => Number(one > other ? one - other : other - one);

/** What the ledger holds, what its pages answer, and what the balances are once all of it is confirmed. */
async function compareOut(
  api: ApiServer,
  shop: TestShop,
  ids: readonly number[],
  sums: ReadonlyMap<number, bigint>,
) {
  const off = { ledger: 0, answered: 0, exported: 0, balances: 0 };
  const { withShop } = await import("~/platform/db/with-shop.server");
  const { confirmPosting } = await import("~/domain/ledger/settle.server");
  const { rows } = await withShop(DEMO, (tx) =>
    tx.$client.query<{ id: string; customer: string; cents: string }>(
      `SELECT id, customer_id AS customer, amount_cents AS cents FROM ledger_postings
        WHERE shop = $1 AND customer_id = ANY($2::bigint[])`,
      [DEMO, ids],
    ),
  );
  const posted = new Map<number, bigint>();
  for (const { customer, cents } of rows)
    posted.set(Number(customer), (posted.get(Number(customer)) ?? 0n) + BigInt(cents));
  for (const id of ids) off.ledger += distance(posted.get(id) ?? 0n, sums.get(id) ?? 0n);
  const all = [...sums.values()].reduce((a, b) => a + b, 0n);
  off.answered = distance(await answeredSum(api, shop, rows.length), all);
  off.exported = distance(await exportedSum(api, shop), all);
  await inLanes(LANES, rows, async ({ id }) => {
    const confirmation = { transactionId: `gid://amounts/T/${id}`, at: new Date(), balanceAfterCents: null };
    await withShop(DEMO, (tx) => confirmPosting(tx, DEMO, id, confirmation));
  });
  const { rows: balances } = await withShop(DEMO, (tx) =>
    tx.$client.query<{ id: string; cents: string }>(
      "SELECT customer_id AS id, balance_cents AS cents FROM credit_accounts WHERE shop = $1 AND customer_id = ANY($2::bigint[])",
      [DEMO, ids],
    ),
  );
  for (const { id, cents } of balances) off.balances += distance(BigInt(cents), sums.get(Number(id)) ?? 0n);
  return off;
}

const asOwner = (shop: TestShop) => ({
  authorization: `Bearer ${shop.token("1")}`,
  "content-type": "application/json",
});

/** The sum of what the pages of the ledger answer for these postings, the newest: in dollars, and in cents beside it. */
async function answeredSum(api: ApiServer, shop: TestShop, count: number): Promise<bigint> {
  let sum = 0n;
  let seen = 0;
  // Without a search: what is searched for has no pages behind the first ten thousand.
  for (let page = 1; seen < count; page += 1) {
    const path = `/credits/transactions?page=${page}&pageSize=${PAGE_SIZE}`;
    const { status, body } = await api.send(path, { headers: asOwner(shop) });
    const all = (body?.list ?? []) as { amount: number; amountCents: number; reference: string }[];
    const list = all.filter(({ reference }) => reference === REFERENCE);
    if (status !== 200 || list.length === 0)
      throw new Error(`Page ${page} answered ${status} and ${list.length} of these rows.`);
    seen += list.length;
    for (const { amount, amountCents } of list)
      sum += centsWritten(amount) === BigInt(amountCents) ? BigInt(amountCents) : -1n;
  }
  return sum;
}

/** Dollars as a double, as the cents that it stands for. */
const centsWritten = (dollars: number): bigint => BigInt(dollars.toFixed(2).replace(".", ""));

/** The sum of the column Credit of the file that Export Filtered writes. */
async function exportedSum(api: ApiServer, shop: TestShop): Promise<bigint> {
  const { status, body } = await api.send("/credits/transactions/export", {
    method: "POST",
    headers: asOwner(shop),
    body: JSON.stringify({ search: REFERENCE }),
  });
  if (status !== 202) throw new Error(`The export was answered with ${status}.`);
  const { Sheets } = read(await readResultFile(String(body?.jobId)), { dense: true });
  const [sheet] = Object.values(Sheets);
  if (!sheet) throw new Error("The exported file has no sheet.");
  const lines = utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
  const heading = lines.findIndex((line) => line.includes("Credit") && line.includes("Reference"));
  const column = lines[heading]?.indexOf("Credit") ?? -1;
  return lines.slice(heading + 1).reduce((sum, line) => {
    const amount = line[column];
    return typeof amount === "number" ? sum + centsWritten(amount) : sum;
  }, 0n);
}

/** @returns how many are not the same after they were written for Shopify and read from it */
async function offInDecimals(all: readonly number[]): Promise<number> {
  const [{ cents }, { parseDecimal, toDecimalString }, { formatMoney }, { parseAmount }] = await Promise.all([
    import("~/platform/money/cents"),
    import("~/platform/money/decimal"),
    import("~/platform/money/format-money"),
    import("~/platform/money/decimal"),
  ]);
  const isOff = (count: number, currency: string) => {
    const text = toDecimalString(cents(count), currency);
    return (
      parseDecimal(text, currency) !== count ||
      parseDecimal(toDecimalString(cents(-count), currency), currency) !== -count ||
      parseAmount(text, currency) !== count ||
      parseAmount(formatMoney(cents(count), currency).replace(/[^\d.]/g, ""), currency) !== count
    );
  };
  // Two decimals, none, and three.
  return ["USD", "JPY", "KWD"].reduce(
    (off, currency) => off + all.filter((count) => isOff(count, currency)).length,
    0,
  );
}
