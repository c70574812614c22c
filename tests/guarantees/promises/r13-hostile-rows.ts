import { createHash } from "node:crypto";
import { seededRandom } from "../../../local-store/faults/seeded-random.ts";
import { signedInCalls } from "../../support/calls.ts";
import { withMachineFactor } from "../../support/machine-factor.ts";
import { DEMO, type TestShop } from "../../support/test-shop.ts";
import { type BackroomPromise, finding } from "../support/promise.ts";

/** Texts that have broken imports somewhere, and some that are right. */
const CELLS = [
  "ada@example.com",
  "Ada@EXAMPLE.com ",
  "ada@",
  "=1+1",
  "@SUM(A1)",
  "'; DROP TABLE customers; --",
  "<script>",
  "__proto__",
  "09/01/2026",
  "99/99/9999",
  "46266",
  "1e308",
  "-0",
  "NaN",
  "\u202Eabc",
  "💾".repeat(50),
  "a,b,,c",
  "Pending",
  "UserType:Staff",
  "x".repeat(300),
  "x".repeat(6_000),
  "\n\r\t",
  "",
  "000412",
  "{}",
  "[]",
  "null",
  "%s%n",
];
/** Text that no database can store. A file with it is refused as a whole. */
const UNSTORABLE = ["\u0000", "\uD800"];
const COLUMNS = [
  "Email",
  "School",
  "Start Date",
  "Tags",
  "Status",
  "Discount Limit",
  "__proto__",
  "constructor",
];
const MAPPING = ["email", "school", "startdate", "tags", "status", "limit", null, null];
const PATIENCE_MS = 2_000;

export const hostileRows: BackroomPromise = {
  id: "R13",
  title: "files of hostile cells, as rows that reach the server",
  async test(shop, scale) {
    const files = scale === "small" ? 40 : 2_000;
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    const draw = seededRandom(seed);
    const customersBefore = await countCustomers(shop);
    const found = { faults: 0, slow: 0, partial: 0, refused: 0, checked: 0 };
    for (let file = 0; file < files; file += 1) await sendOne(shop, `${seed}.${file}`, draw, found);
    const written = (await countCustomers(shop)) - customersBefore;
    return finding(`${files} files, ${found.checked} checked, ${found.refused} refused (seed ${seed})`, {
      faults: found.faults,
      "longer than 2 s": found.slow,
      "partly taken in": found.partial,
      "written without a start": written,
    });
  },
};

interface Found {
  faults: number;
  slow: number;
  partial: number;
  refused: number;
  checked: number;
}

/** Sends one file. A slice is accepted as a whole or refused with a reason. */
async function sendOne(shop: TestShop, name: string, draw: () => number, found: Found): Promise<void> {
  const calls = await signedInCalls(shop);
  const rowCount = 1 + Math.floor(draw() * 30);
  const cells = draw() < 0.2 ? [...CELLS, ...UNSTORABLE] : CELLS;
  const rows = Array.from({ length: rowCount }, (_unused, index) => ({
    number: index + 2,
    cells: COLUMNS.map(() => cells[Math.floor(draw() * cells.length)] ?? ""),
  }));
  const sha256 = createHash("sha256").update(name).digest("hex");
  const { run } = await calls.imports.open({
    kind: "students",
    fileName: name,
    sha256,
    columns: COLUMNS,
    rowCount,
  });
  await calls.imports.decide({ id: run.id, mapping: MAPPING, blanks: draw() < 0.5 ? "keep" : "clear" });
  const begun = performance.now();
  const answer = await calls.imports.send({ id: run.id, rows }).then(
    () => 200,
    (error: { status?: number }) => error.status ?? 500,
  );
  if (performance.now() - begun > withMachineFactor(PATIENCE_MS)) found.slow += 1;
  if (answer >= 500) found.faults += 1;
  const { received } = await calls.imports.detail({ id: run.id });
  if (received !== (answer === 200 ? rowCount : 0)) found.partial += 1;
  if (answer !== 200) found.refused += 1;
  else {
    const { counts } = await calls.imports.finish({ id: run.id });
    const sum = Object.values(counts ?? {}).reduce((all, count) => all + count, 0);
    if (sum !== rowCount) found.partial += 1;
    found.checked += 1;
  }
  await calls.imports.discard({ id: run.id });
}

async function countCustomers({ localStore }: TestShop): Promise<number> {
  const { rows } = await localStore.store.pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM customers WHERE shop = $1",
    [DEMO],
  );
  return rows[0]?.count ?? 0;
}
