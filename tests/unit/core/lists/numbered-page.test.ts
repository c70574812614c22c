import { expect, test } from "vitest";
import { z } from "zod";
import {
  numberedPage,
  numberedPageOf,
  numberedRequest,
  perPage,
  perPageOf,
  perPageRequest,
  readListPage,
} from "~/core/lists/numbered-page";

test("both forms of a request have the same defaults and limits", () => {
  const [numbered, byPage] = [z.object(numberedRequest(10)), z.object(perPageRequest(10))];
  expect(numbered.parse({})).toEqual({ page: 1, pageSize: 10 });
  expect(byPage.parse({})).toEqual({ page: 1, per_page: 10 });
  expect(numbered.parse({ page: "3", pageSize: "50" })).toEqual({ page: 3, pageSize: 50 });
  expect(byPage.parse({ page: "3", per_page: "50" })).toEqual({ page: 3, per_page: 50 });
  for (const value of ["0", "-1", "1.5", "x", "51", "100000001"])
    for (const result of [numbered.safeParse({ pageSize: value }), byPage.safeParse({ per_page: value })])
      expect(result.success).toBe(false);
  for (const page of ["0", "-1", "1.5", "x", "100000001"])
    for (const result of [numbered.safeParse({ page }), byPage.safeParse({ page })])
      expect(result.success).toBe(false);
});

test.each([
  [0, 1, { hasPrevious: false, hasNext: false }, 1],
  [10, 1, { hasPrevious: false, hasNext: false }, 1],
  [11, 1, { hasPrevious: false, hasNext: true }, 2],
  [11, 2, { hasPrevious: true, hasNext: false }, 2],
  [21, 2, { hasPrevious: true, hasNext: true }, 3],
])("%i rows on page %i answer in both forms", (total, page, sides, pages) => {
  const place = { total, page, pageSize: 10 };
  const row = z.object({ id: z.number() });
  expect(numberedPageOf(row).parse(numberedPage([{ id: 1 }], place))).toEqual({
    status: true,
    msg: "",
    total,
    list: [{ id: 1 }],
    ...sides,
  });
  expect(perPageOf(row).parse(perPage([{ id: 1 }], place))).toEqual({
    results: [{ id: 1 }],
    per_page: 10,
    page,
    total_pages: pages,
  });
});

test("a page shows the last one where the list has become shorter", async () => {
  const requests: number[] = [];
  const page = await readListPage(9, 10, (number) => {
    requests.push(number);
    return Promise.resolve(
      numberedPage(number === 2 ? ["k"] : [], { total: 11, page: number, pageSize: 10 }),
    );
  });
  expect(requests).toEqual([9, 2]);
  expect(page).toMatchObject({
    rows: ["k"],
    total: { count: 11, exact: true },
    pager: { page: 2, pages: 2 },
  });
});
