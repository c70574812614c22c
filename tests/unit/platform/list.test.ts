import { describe, expect, test } from "vitest";
import { z } from "zod";
import { numberedRequest } from "~/core/lists/numbered-page";
import { assertSort, type ListDeclaration, MAX_PAGES, readListState, searchKind } from "~/platform/list";

const people: ListDeclaration = {
  name: "people",
  columns: [
    { key: "name", title: "Name", sortable: true },
    { key: "tags", title: "Tags" },
  ],
  defaultSort: "name asc",
  search: { maxLength: 60, hint: "" },
  pageSize: 25,
};
const read = (query: string) => readListState(new URL(`https://x.example/people${query}`), people);

describe("what a search text matches", () => {
  test.each([
    ["12/26/2021", "26-12-2021"],
    ["02/29/2024", "29-02-2024"],
    ["01/01/1000", "01-01-1000"],
  ])("%s is a day, sent as %s", (search, searchValue) => {
    expect(searchKind(search)).toEqual({ searchType: "Date", searchValue });
  });

  test.each([
    "02/29/2023",
    "13/01/2021",
    "00/10/2021",
    "12/32/2021",
    "1/26/2021",
    "12/26/21",
    "2021/12/26",
    "12-26-2021",
    "12/26/0021",
    "12/31/0999",
    "12/26/2021 ",
    "ann@x.example",
    "",
  ])("%j is an email search", (search) => {
    expect(searchKind(search)).toEqual({ searchType: "Email", searchValue: search });
  });
});

describe("a list's state in its address", () => {
  test("a fresh visit has the list's own order and no search", () => {
    expect(read("")).toEqual({ search: "", sort: "name asc", direction: undefined, cursor: undefined });
  });

  test("search, order and page are read, spaces around the search are not", () => {
    expect(read("?q=%20ann%20&sort=name+desc&direction=next&last_id=abc")).toEqual({
      search: "ann",
      sort: "name desc",
      direction: "next",
      cursor: "abc",
    });
  });

  test("an invalid direction is ignored", () => {
    expect(read("?direction=sideways").direction).toBeUndefined();
  });

  test("a search of 60 characters is read, one of 61 is refused", () => {
    expect(read(`?q=${"x".repeat(60)}`).search).toHaveLength(60);
    expect(() => read(`?q=${"x".repeat(61)}`)).toThrow("longer than 60 characters");
  });

  test("a search with a NUL character is refused, an order or a cursor with one too", () => {
    expect(() => read("?q=a%00b")).toThrow(expect.objectContaining({ status: 400 }));
    expect(() => read("?sort=name%00+asc")).toThrow(expect.objectContaining({ status: 400 }));
  });

  test.each([
    "tags asc",
    "secret asc",
    "name",
    "name up",
    "",
    "name asc; DROP TABLE",
    "__proto__ asc",
    "name asc AAA1",
    "name  asc",
    "name asc ",
  ])("the order %j is refused, with what is allowed", (sort) => {
    expect(() => assertSort(sort, people)).toThrow("It can be sorted by: name.");
    expect(() => read(`?sort=${encodeURIComponent(sort)}`)).toThrow(expect.objectContaining({ status: 400 }));
  });
});

test.each([
  ["", undefined],
  ["?page=0", undefined],
  ["?page=-1", undefined],
  ["?page=2.5", undefined],
  ["?page=7", 7],
  ["?page=100001", 100_001],
  ["?page=9999999", 9_999_999],
  ["?page=9999999999", MAX_PAGES],
])("the page in an address, %j, is %s: every page that a list can have is reached", (query, page) => {
  expect(read(query).page).toBe(page);
  const request = z.object(numberedRequest(50)).parse({ page });
  expect(request.page).toBe(page ?? 1);
});
