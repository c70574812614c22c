import { AGAINST_RAW, againstRaw, type CallCase, measureAgainstRaw } from "./against-raw.ts";
import { type BenchBackroom, SHOP } from "./backroom.ts";
import {
  firstSubmissions,
  foundSubmissions,
  type Picked,
  type SubmissionPlace,
  submissionsFrom,
} from "./baseline/promo-queries.ts";
import { startBaseline } from "./baseline/start.ts";
import type { LoadGenerator } from "./load/measure.ts";
import { benchName, DENY_REASONS, fillSubmissions, RETAILERS } from "./promo-fill.ts";
import { milliseconds, table, whole } from "./table.ts";

const VARIANTS = 100;
const PAGE = 20;
const OLD_TO_NEW = "s.created_at, s.id";

/** A part of the submissions that a list shows: by the list's address, in SQL, and in the stored counts. */
interface Part {
  address: string;
  where: string;
  counted: string;
}

const OPEN = "status IN ('Unassigned', 'Assigned', 'In Review')";
const UNASSIGNED: Part = {
  address: "/unAssigned?",
  where: "NOT s.is_loyalty AND s.queue = 'unassigned'",
  counted: "NOT is_loyalty AND status = 'Unassigned'",
};
const ASSIGNED: Part = {
  address: "/assigned?",
  where: "NOT s.is_loyalty AND s.queue = 'assigned'",
  counted: "NOT is_loyalty AND NOT is_held AND status IN ('Assigned', 'In Review')",
};
const HELD: Part = {
  address: "/onHold?",
  where: "NOT s.is_loyalty AND s.queue = 'held'",
  counted: "NOT is_loyalty AND is_held AND status IN ('Assigned', 'In Review')",
};
const QUEUE: Part = {
  address: "/assignmentQueue?",
  where: "NOT s.is_loyalty AND s.queue IS NOT NULL",
  counted: `NOT is_loyalty AND ${OPEN}`,
};
const LOYALTY: Part = { address: "/loyaltyOrders?", where: "s.is_loyalty", counted: "is_loyalty" };
const DENIED_LOYALTY: Part = {
  address: "/loyaltyOrders?status=Denied&",
  where: "s.is_loyalty AND s.status = 'Denied'",
  counted: "is_loyalty AND status = 'Denied'",
};
const ALL: Part = { address: "/list?", where: "true", counted: "true" };
const DENIED: Part = {
  address: "/list?status=Denied&",
  where: "s.status = 'Denied'",
  counted: "status = 'Denied'",
};

/** The cases of the lists of submissions, on the rows that are there now. */
export async function promoCases(backroom: BenchBackroom): Promise<CallCase[]> {
  const people = await peopleOf(backroom, "true");
  const openPeople = await peopleOf(backroom, QUEUE.where);
  const numbers = people.map(({ number }) => number);
  const days = people.map(({ day }) => day);
  return [
    first("Assignment Queue", UNASSIGNED),
    first("Assignment Queue, Assigned", ASSIGNED),
    first("Assignment Queue, On Hold", HELD),
    first("Assignment Queue, All", QUEUE),
    await deep(backroom, "Assignment Queue, All, last pages", QUEUE, 1),
    first("Assignment Queue, All, by email", QUEUE, {
      sort: "sortField=email",
      order: "lower(coalesce(s.email, '')), s.id",
    }),
    first("Assignment Queue, All, by name", QUEUE, {
      sort: "sortField=name",
      order: `lower((s.first_name || ' ' || s.last_name)) COLLATE "und-x-icu", s.id`,
    }),
    found("Assignment Queue, All, part of an email", QUEUE, openPeople, ({ email }) => search(email)),
    {
      name: "CSR Approvals",
      paths: [api("/csrApproval?")],
      queries: [foundSubmissions({ where: MINE })],
    },
    found(
      "CSR Approvals, a name",
      { ...QUEUE, address: "/csrApproval?", where: MINE },
      numbers.map(benchName),
      search,
    ),
    first("Loyalty Order", LOYALTY),
    await deep(backroom, "Loyalty Order, at half its depth", LOYALTY, 0.5),
    first("Loyalty Order, Denied", DENIED_LOYALTY),
    found("Loyalty Order, a deny reason", LOYALTY, numbers, (number) =>
      picked("denyReason", "s.deny_reason_id", 1 + (number % DENY_REASONS)),
    ),
    found("Loyalty Order, part of an email", LOYALTY, people, ({ email }) => search(email)),
    first("All Submissions", ALL),
    first("All Submissions, new to old", ALL, {
      sort: "sortOrder=desc",
      order: "s.created_at DESC, s.id DESC",
    }),
    await deep(backroom, "All Submissions, at half its depth", ALL, 0.5),
    await deep(backroom, "All Submissions, last pages", ALL, 1),
    first("All Submissions, by email", ALL, {
      sort: "sortField=email",
      order: "lower(coalesce(s.email, '')), s.id",
    }),
    first("All Submissions, by decision", ALL, {
      sort: "sortField=decidedDate",
      order: "s.decided_at, s.id",
    }),
    await deep(backroom, "All Submissions, Denied, at half its depth", DENIED, 0.5),
    found("All Submissions, part of an email", ALL, people, ({ email }) => search(email)),
    found("All Submissions, a name", ALL, numbers.map(benchName), search),
    found("All Submissions, a receipt id", ALL, people, ({ receiptKey }) =>
      picked("receiptId", "s.receipt_key", receiptKey),
    ),
    found("All Submissions, an order", ALL, people, ({ order }) =>
      picked("orderNumber", "lower(s.order_name)", order),
    ),
    found("All Submissions, a submission date", ALL, days, (day) => ({
      parameter: ["createdDate", usDay(day)],
      where: "s.created_at >= $2::timestamptz AND s.created_at < $2::timestamptz + interval '24 hours'",
      value: `${day}T00:00:00Z`,
    })),
    found("All Submissions, a purchase date", ALL, days, (day) => ({
      parameter: ["purchaseDate", usDay(day)],
      where: "s.purchase_day = $2::date",
      value: day,
    })),
    found("All Submissions, a retailer", ALL, numbers, (number) =>
      picked("retailer", "s.retailer", `Retailer ${number % RETAILERS}`),
    ),
    found("All Submissions, an age range", ALL, numbers, (number) =>
      picked("age", "s.age_range", number % 2 === 0 ? "18-24" : "55-64"),
    ),
    found("All Submissions, a model", ALL, numbers, (number) =>
      picked("modelNumber", "lower(s.model_number)", `dc-${number % 500}`),
    ),
    found("All Submissions, an assignee", ALL, numbers, (number) =>
      picked("reviewer", "s.reviewer_id", `reviewer${1 + (number % 19)}`),
    ),
    found("All Submissions, an approver", ALL, numbers, (number) =>
      picked("approver", "s.approver_id", `reviewer${1 + (number % 19)}`),
    ),
    {
      name: "All Submissions, a new address",
      paths: [api("/list?shippingAddressUsed=false")],
      queries: [foundSubmissions({ where: "NOT s.is_address_used" })],
    },
    found("All Submissions, an address line", ALL, people, ({ address }) => ({
      parameter: ["shippingAddressLine", address],
      where: "s.address_text LIKE $2",
      value: `%${address.toLowerCase()}%`,
    })),
  ];
}

/** What is assigned to the administrator who sends the requests. */
const MINE = "NOT s.is_loyalty AND s.queue IS NOT NULL AND s.reviewer_id = '1'";

/** A narrowing of a list: its parameter in the address, and the same in SQL with its value as $2. */
interface Narrowing {
  parameter: [name: string, value: string];
  where: string;
  value: unknown;
}

const api = (address: string) => `/api/promo/submissions${address}`;

const search = (text: string): Narrowing => ({
  parameter: ["search", text],
  where: "s.search_text LIKE $2",
  value: `%${text.toLowerCase()}%`,
});

const picked = (name: string, expression: string, value: string | number): Narrowing => ({
  parameter: [name, String(value)],
  where: `${expression} = $2`,
  value,
});

const usDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

const first = (
  name: string,
  part: Part,
  { sort, order }: { sort: string; order: string } = { sort: "", order: OLD_TO_NEW },
): CallCase => ({
  name,
  paths: [api(part.address + sort)],
  queries: [firstSubmissions(part, part.counted, order)],
});

function found<Value>(
  name: string,
  part: Part,
  values: readonly Value[],
  narrow: (value: Value) => Narrowing,
): CallCase {
  const narrowings = values.map(narrow);
  return {
    name,
    paths: narrowings.map(({ parameter }) => api(part.address + new URLSearchParams([parameter]))),
    queries: narrowings.map(({ where, value }) => {
      const narrowed: Picked = { where: `${part.where} AND ${where}`, values: [value] };
      return foundSubmissions(narrowed);
    }),
  };
}

/** Pages around a share of a list's depth. */
async function deep({ database }: BenchBackroom, name: string, part: Part, share: number): Promise<CallCase> {
  const { rows: totals } = await database.query<{ total: number }>(
    `SELECT sum(entries)::int AS total FROM submission_counts WHERE shop = $1 AND ${part.counted}`,
    [SHOP],
  );
  const firstPage = Math.max(1, Math.floor(((totals[0]?.total ?? 0) / PAGE - VARIANTS) * share));
  const { rows } = await database.query<SubmissionPlace>(
    `SELECT created_at::text AS "createdAt", id::text FROM (
       SELECT created_at, id, row_number() OVER (ORDER BY created_at, id) AS place FROM (
         SELECT created_at, id FROM submissions AS s WHERE shop = $1 AND ${part.where} ORDER BY created_at, id LIMIT $2 OFFSET $3
       ) AS pages) AS rows WHERE (place - 1) % $4 = 0 ORDER BY place`,
    [SHOP, VARIANTS * PAGE, (firstPage - 1) * PAGE, PAGE],
  );
  return {
    name,
    paths: rows.map((_row, index) => api(`${part.address}page=${firstPage + index}`)),
    queries: rows.map((place) => submissionsFrom(place, part, part.counted)),
  };
}

interface Person {
  number: number;
  email: string;
  receiptKey: string;
  order: string;
  address: string;
  /** YYYY-MM-DD */
  day: string;
}

/** Submissions from all over a list. */
async function peopleOf({ database }: BenchBackroom, where: string): Promise<Person[]> {
  const { rows } = await database.query<Person>(
    `SELECT (hashint8(id) & 1048575)::int AS number, split_part(email, '@', 1) AS email, receipt_key AS "receiptKey",
            lower(coalesce(order_name, '#P0')) AS order, shipping_address1 AS address, (created_at AT TIME ZONE 'UTC')::date::text AS day
       FROM (SELECT *, row_number() OVER (ORDER BY created_at, id) AS place, count(*) OVER () AS rows
               FROM submissions AS s WHERE shop = $1 AND ${where}) AS listed
      WHERE place % greatest(1, rows / $2) = 0 ORDER BY place LIMIT $2`,
    [SHOP, VARIANTS],
  );
  return rows;
}

/** Measures the lists of submissions beside the bare server. Lines for the report. */
export async function measurePromoPages(
  backroom: BenchBackroom,
  load: LoadGenerator,
  { submissions, seconds }: { submissions: number; seconds: number },
): Promise<string[]> {
  await fillSubmissions(backroom.database, submissions);
  const cases = await promoCases(backroom);
  const baseline = await startBaseline(backroom.databaseUrl, SHOP);
  try {
    const figures = await measureAgainstRaw(cases, { backroom, baseline, load }, seconds);
    const rows = [...figures].map(([name, both]) => [
      name,
      milliseconds(both.app.one.p50),
      ...againstRaw(both),
    ]);
    return [
      `${whole(submissions)} submissions; milliseconds, the best of three rounds`,
      table(["", "p50", ...AGAINST_RAW], rows),
    ];
  } finally {
    await baseline.stop();
  }
}
