import type pg from "pg";
import { COURSES, NAMES, SCHOOLS } from "../../local-store/demo/names.ts";
import { SHOP } from "./backroom.ts";
import { withoutIndexes } from "./without-indexes.ts";

/** Names and their spelling in an email address. */
const given = NAMES.flatMap((language) => language.given);
const family = NAMES.flatMap((language) => language.family);
const spelled = (name: string, index: number) =>
  name
    .normalize("NFD")
    .replace(/[^a-zA-Z]/g, "")
    .toLowerCase() || `name${index}`;

/** The lower-case names, for searches. */
export const familyNames = family.map((name) => name.toLowerCase());

const DAYS = 3 * 365;

/** More than half of all customers wait for a decision, so that every tab's page at row 50,000 exists with 100,000 customers. */
const SHARE = { pending: 55, approved: 80, disabled: 88 };

/**
 * Brings the mirror to this many customers, directly in the database: names of many languages, registrations over three
 * years, the usual tags and metafields. The indexes are built afterwards, as for any load of this size.
 */
export async function fillMirror(database: pg.Pool, customers: number): Promise<void> {
  const client = await database.connect();
  try {
    const { rows: there } = await client.query<{ count: string }>("SELECT count(*) FROM customers");
    const drawnFrom = [given, family, given.map(spelled), family.map(spelled), SCHOOLS, COURSES];
    await withoutIndexes(client, ["customers"], async () => {
      await client.query(INSERT, [SHOP, Number(there[0]?.count) + 1, customers, ...drawnFrom]);
    });
    await client.query("VACUUM ANALYZE registration_counts");
  } finally {
    client.release();
  }
}

/** `draw(n, salt)`: a number below n that depends on the customer's number alone, so that every run has the same people. */
const draw = (below: string | number, salt: number) =>
  `(hashint4(number * 31 + ${salt}) & 2147483647) % ${below}`;

const INSERT = `
  WITH drawn AS (
    SELECT number, ${draw("cardinality($4::text[])", 1)} + 1 AS g, ${draw("cardinality($5::text[])", 2)} + 1 AS f,
           ${draw(100, 3)} AS percent,
           timestamptz '2026-11-01T00:00:00Z' - make_interval(secs => ${draw(DAYS * 86_400, 4)}) AS at
      FROM generate_series($2::int, $3::int) AS number
  ), people AS (
    SELECT *, CASE WHEN percent < ${SHARE.pending} THEN 'pending' WHEN percent < ${SHARE.approved} THEN 'approved'
                   WHEN percent < ${SHARE.disabled} THEN 'disabled' END AS status
      FROM drawn
  )
  INSERT INTO customers (shop, id, display_name, first_name, last_name, email, tags, created_at, updated_at, country_code,
                         amount_spent_cents, email_marketing_state, metafields, student_status)
  SELECT $1, 9000000000000 + number, ($4::text[])[g] || ' ' || ($5::text[])[f], ($4::text[])[g], ($5::text[])[f],
         ($6::text[])[g] || '.' || ($7::text[])[f] || number || '@students.example',
         CASE WHEN status IS NULL THEN ARRAY['newsletter']
              ELSE ARRAY['UserType:Student', initcap(status), 'discount_limit:500', 'np:Northern'] END,
         at, at, 'US', ${draw(90_000, 5)}, CASE WHEN number % 3 = 0 THEN 'SUBSCRIBED' ELSE 'NOT_SUBSCRIBED' END,
         jsonb_build_object('profile.country', 'United States', 'profile.email_policy_consent', '1',
                            'stp.school', ($8::text[])[number % cardinality($8::text[]) + 1],
                            'stp.course', ($9::text[])[number % cardinality($9::text[]) + 1]),
         status
    FROM people`;
