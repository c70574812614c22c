import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  defineListQuery,
  type KeysetSelection,
  orderByOf,
  readKeysetPage,
  readOrder,
  selectRows,
  whereOf,
  withFilter,
} from "~/core/lists/list-query.server";
import type { ListDeclaration } from "~/platform/list";

beforeEach(() => {
  vi.stubEnv("BACKROOM_SECRET_KEY", "a key of this test");
});
afterEach(() => vi.unstubAllEnvs());

const render = (statement: SQL) => {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  return { text, params };
};

const coupons = {
  name: "coupons",
  columns: [
    { key: "code", title: "Code", sortable: true },
    { key: "endsOn", title: "Ends", sortable: true },
    { key: "note", title: "Note" },
  ],
  defaultSort: "number desc",
  search: null,
  pageSize: 2,
} as const satisfies ListDeclaration;

interface Filter {
  shop: string;
  code?: string;
}

const query = defineListQuery({
  from: sql`coupons`,
  id: { by: sql`number`, type: "bigint" },
  sorts: {
    code: { by: sql`lower(code)`, type: "text" },
    endsOn: { by: sql`ends_on`, type: "date", isNullable: true },
    number: "id",
  },
  conditions: ({ shop, code }: Filter) => [
    sql`shop = ${shop}`,
    code === undefined ? undefined : sql`code = ${code}`,
  ],
  total: ({ code }) =>
    code === undefined
      ? { kind: "stored", count: sql`SELECT count FROM coupon_counts` }
      : { kind: "counted", upTo: 100 },
});

describe("orders", () => {
  test("only a sortable column and the default order are offered", () => {
    expect(readOrder(coupons)).toEqual({ key: "number", descending: true });
    expect(readOrder(coupons, "code asc")).toEqual({ key: "code", descending: false });
    for (const sort of ["note asc", "number asc", "code", "code asc, 1", "constructor asc"])
      expect(() => readOrder(coupons, sort)).toThrow("It can be sorted by: code, endsOn.");
  });

  test("ties are broken by the id, in the same direction", () => {
    expect(render(orderByOf(query, { key: "code", descending: true })).text).toBe(
      "lower(code) DESC, number DESC",
    );
    expect(render(orderByOf(query, { key: "number", descending: false })).text).toBe("number ASC");
  });

  test.each(["note", "constructor", ""])("the key %j without an expression is refused", (key) => {
    expect(() => orderByOf(query, { key, descending: false })).toThrow(
      expect.objectContaining({ status: 400 }),
    );
  });
});

describe("rows after a position", () => {
  const behind = (key: string, descending: boolean, after: (string | null)[]) =>
    render(selectRows(query, { shop: "s" }, { order: { key, descending }, after, limit: 3 }).where);

  test.each([
    ["code", false, ["a", "7"], "(lower(code), number) > ($2::text, $3::bigint)", ["a", "7"]],
    ["code", true, ["a", "7"], "(lower(code), number) < ($2::text, $3::bigint)", ["a", "7"]],
    ["number", true, ["7"], "(number) < ($2::bigint)", ["7"]],
    // Nulls are last in ascending order.
    [
      "endsOn",
      false,
      ["2026-01-01", "7"],
      "((ends_on, number) > ($2::date, $3::bigint) OR ends_on IS NULL)",
      ["2026-01-01", "7"],
    ],
    ["endsOn", false, [null, "7"], "(ends_on IS NULL AND (number) > ($2::bigint))", ["7"]],
    // They are first in descending order.
    ["endsOn", true, ["2026-01-01", "7"], "(ends_on, number) < ($2::date, $3::bigint)", ["2026-01-01", "7"]],
    [
      "endsOn",
      true,
      [null, "7"],
      "((ends_on IS NULL AND (number) < ($2::bigint)) OR ends_on IS NOT NULL)",
      ["7"],
    ],
  ] as const)("by %s (descending: %s) after %j", (key, descending, after, text, params) => {
    expect(behind(key, descending, [...after])).toEqual({
      text: `shop = $1 AND ${text}`,
      params: ["s", ...params],
    });
  });

  test("a position has the values of the order as text", () => {
    const order = { key: "endsOn", descending: false };
    const { position, where } = selectRows(query, { shop: "s" }, { order, after: null, limit: 3 });
    expect(render(position).text).toBe("ARRAY[(ends_on)::text, (number)::text]");
    expect(render(where)).toEqual({ text: "shop = $1", params: ["s"] });
  });
});

interface Coupon {
  number: number;
  endsOn: string | null;
}

/** Seven coupons by the day they end on: two ties and two without a day. */
const SORTED: Coupon[] = [
  { number: 4, endsOn: "2026-01-01" },
  { number: 2, endsOn: "2026-02-01" },
  { number: 5, endsOn: "2026-02-01" },
  { number: 7, endsOn: "2026-02-01" },
  { number: 1, endsOn: "2026-03-01" },
  { number: 3, endsOn: null },
  { number: 6, endsOn: null },
];

/** Answers a page as PostgreSQL would: the rows behind the position that the statement's values hold. */
function answer(selection: KeysetSelection) {
  const descending = render(selection.orderBy).text.includes("DESC");
  const rows = descending ? SORTED.toReversed() : SORTED;
  const { params } = render(selection.where);
  const last = params.length > 1 ? Number(params.at(-1)) : null;
  const start = last === null ? 0 : rows.findIndex(({ number }) => number === last) + 1;
  return Promise.resolve(
    rows.slice(start, start + selection.limit).map(({ number, endsOn }) => ({
      number,
      position: [endsOn, String(number)],
      total: params.length > 1 ? null : "7",
    })),
  );
}

const readPage = (
  request: { direction?: "next" | "previous"; last_id?: string; sort?: string },
  shop = "s",
) => readKeysetPage(query, { list: coupons, filter: { shop }, scope: [shop], request }, answer);

describe("keyset pages", () => {
  test.each(["endsOn asc", "endsOn desc"])("by %s have each row once, in both directions", async (sort) => {
    const numbers = SORTED.map(({ number }) => number);
    const expected = sort.endsWith("desc") ? numbers.toReversed() : numbers;
    const pages = [await readPage({ sort })];
    for (let last = pages[0]; last?.nextCursor; last = pages.at(-1))
      pages.push(await readPage({ sort, direction: "next", last_id: last.nextCursor }));
    expect(pages.flatMap(({ rows }) => rows.map(({ number }) => number))).toEqual(expected);
    expect(pages.map(({ total }) => total)).toEqual([{ count: 7, exact: true }, null, null, null]);
    const back: number[][] = [];
    for (let cursor = pages.at(-1)?.previousCursor; cursor; ) {
      const page = await readPage({ sort, direction: "previous", last_id: cursor });
      back.unshift(page.rows.map(({ number }) => number));
      cursor = page.previousCursor;
    }
    expect(back).toEqual(pages.slice(0, -1).map(({ rows }) => rows.map(({ number }) => number)));
  });

  test("refuse the cursor of another order, shop or list", async () => {
    const { nextCursor } = await readPage({ sort: "endsOn asc" });
    const request = { direction: "next", last_id: nextCursor ?? "", sort: "endsOn asc" } as const;
    const foreign = expect.objectContaining({
      status: 400,
      message: expect.stringContaining("another list or search"),
    });
    await expect(readPage(request)).resolves.toMatchObject({ hasPreviousPage: true });
    await expect(readPage({ ...request, sort: "endsOn desc" })).rejects.toEqual(foreign);
    await expect(readPage(request, "other")).rejects.toEqual(foreign);
    const list = { ...coupons, name: "other" };
    await expect(
      readKeysetPage(query, { list, filter: { shop: "s" }, scope: ["s"], request }, answer),
    ).rejects.toEqual(foreign);
    await expect(readPage({ ...request, last_id: `${nextCursor}x` })).rejects.toEqual(
      expect.objectContaining({ status: 400, message: expect.stringContaining("damaged") }),
    );
  });

  test("reuse the statement's name when only values differ", async () => {
    const names: string[] = [];
    const collect = (selection: KeysetSelection) => {
      names.push(selection.statementName);
      return answer(selection);
    };
    const read = (request: Parameters<typeof readPage>[0]) =>
      readKeysetPage(query, { list: coupons, filter: { shop: "s" }, scope: ["s"], request }, collect);
    const first = await read({});
    await read({ direction: "next", last_id: first.nextCursor ?? "" });
    await read({ direction: "previous", last_id: first.nextCursor ?? "" });
    await read({ sort: "code asc" });
    await read({});
    expect(new Set(names).size).toBe(4);
    expect(names[4]).toBe(names[0]);
  });
});

describe("totals", () => {
  const totalOf = async (filter: Filter, total: string, of = query) => {
    let statement = "";
    const { total: found } = await readKeysetPage(
      of,
      { list: coupons, filter, scope: [], request: {} },
      (selection) => {
        statement = render(selection.total).text;
        return Promise.resolve([{ position: ["1"], total }]);
      },
    );
    return { statement, found };
  };

  test("a stored count is read", async () => {
    expect(await totalOf({ shop: "s" }, "12345")).toEqual({
      statement: "(SELECT count FROM coupon_counts)",
      found: { count: 12_345, exact: true },
    });
  });

  test("rows are counted up to a limit, by the condition that picks them", async () => {
    expect(await totalOf({ shop: "s", code: "x" }, "99")).toEqual({
      statement:
        "(SELECT count(*) FROM (SELECT 1 FROM coupons WHERE (shop = $1 and code = $2) LIMIT 100) AS found)",
      found: { count: 99, exact: true },
    });
    expect((await totalOf({ shop: "s", code: "x" }, "100")).found).toEqual({ count: 100, exact: false });
  });

  test("rows are counted along an index", async () => {
    const along = { ...query, total: () => ({ kind: "counted", upTo: 100, along: sql`id` }) as const };
    const { statement } = await totalOf({ shop: "s", code: "x" }, "99", along);
    expect(statement).toContain("code = $2) ORDER BY id LIMIT 100)");
  });
});

test("a list with other filters has the same conditions, orders and total", () => {
  const exported = withFilter(query, ({ search }: { search: string }) => ({ shop: "s", code: search }));
  expect(render(whereOf(exported, { search: "x" }))).toEqual(
    render(whereOf(query, { shop: "s", code: "x" })),
  );
  expect(exported.total?.({ search: "x" })).toEqual({ kind: "counted", upTo: 100 });
  expect(exported.sorts).toBe(query.sorts);
});
