import { afterAll, beforeAll, expect, test } from "vitest";
import { cents } from "~/platform/money/cents";
import { seededRandom } from "../../../local-store/faults/seeded-random.ts";
import { DEMO, openTestShop, SECOND, type TestShop } from "../../support/test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop("counts");
});
afterAll(() => shop.close());

test("stored counts equal the rows after any operations, also concurrent ones", async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
  const random = seededRandom(seed);
  const [{ mirrorCustomers, forgetCustomers }, { withShop }, { nationalPartnerOf }] = await Promise.all([
    import("~/domain/customers/mirror.server"),
    import("~/platform/db/with-shop.server"),
    import("~/domain/customers/tag-value"),
  ]);
  const pick = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)] as T;
  const tagSets = [["Pending"], ["Approved"], ["Disabled"], [], ["Pending", "Approved"]].flatMap((tags) => [
    tags,
    [...tags, "UserType:Student"],
    [...tags, "UserType:Staff"],
    [...tags, "np:Northern"],
    [...tags, "NP: Southern", "UserType:Staff"],
  ]);
  let clock = Date.UTC(2026, 0, 1);
  const rowOf = (id: number) => {
    const tags = pick(tagSets);
    clock += random() < 0.2 ? -5_000 : 1_000;
    return {
      id,
      display_name: `Person ${id}`,
      first_name: null,
      last_name: null,
      email: null,
      phone: null,
      tags,
      created_at: "2026-01-01T00:00:00Z",
      updated_at: new Date(clock).toISOString(),
      country_code: null,
      amount_spent_cents: cents(0),
      email_marketing_state: null,
      metafields: {},
      national_partner: nationalPartnerOf(tags) || null,
      end_date: null,
    };
  };
  const someIds = () => [
    ...new Set(Array.from({ length: 1 + Math.floor(random() * 30) }, () => 1 + Math.floor(random() * 120))),
  ];
  const operation = () => {
    const domain = pick([DEMO, SECOND]);
    const ids = someIds();
    const kind = random();
    const rows = ids.map(rowOf);
    const [first] = rows;
    if (kind < 0.5) return withShop(domain, (tx) => mirrorCustomers(tx, domain, rows));
    if (kind < 0.7) return withShop(domain, (tx) => forgetCustomers(tx, domain, ids));
    if (kind < 0.95 && first) return withShop(domain, (tx) => mirrorCustomers(tx, domain, [first]));
    return withShop(domain, async (tx) => {
      await mirrorCustomers(tx, domain, rows);
      throw new Error("rolled back");
    }).catch((error: Error) => {
      if (error.message !== "rolled back") throw error;
    });
  };
  // A row that is added between a transaction's locks is locked out of their order. PostgreSQL ends one of the two, which jobs repeat.
  const repeated = (): Promise<unknown> =>
    operation().catch((error: { cause?: { code?: string }; code?: string }) => {
      if ((error.cause ?? error).code !== "40P01") throw error;
      return repeated();
    });
  for (let round = 0; round < 100; round += 1) {
    await Promise.all(Array.from({ length: 4 }, repeated));
  }
  const { database } = await import("~/platform/db/pool.server");
  const stored = await database().query(
    "SELECT shop, registration, status, count::int FROM registration_counts WHERE count <> 0 ORDER BY 1, 2, 3",
  );
  const counted = await database().query(
    `SELECT shop, registration, status, count(*)::int AS count
       FROM customers CROSS JOIN LATERAL (VALUES ('student', student_status), ('staff', staff_status), ('national', national_partner)) AS r (registration, status)
      WHERE status IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
  expect(counted.rows.length, `seed ${seed}`).toBeGreaterThan(3);
  expect(stored.rows, `seed ${seed}`).toEqual(counted.rows);
});
