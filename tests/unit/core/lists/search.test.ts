import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { describe, expect, test } from "vitest";
import { contains, containsIndexed, escapeLike } from "~/core/lists/search.server";

const render = (statement: SQL) => {
  const { sql: text, params } = new PgDialect().sqlToQuery(statement);
  return { text, params };
};
const NAME = sql`lower(name)`;

test.each([
  ["ann", "ann"],
  ["100%", "100\\%"],
  ["a_b", "a\\_b"],
  ["a\\b", "a\\\\b"],
  ["%_\\", "\\%\\_\\\\"],
  ["", ""],
])("%j is the literal %j of a LIKE pattern", (text, literal) => {
  expect(escapeLike(text)).toBe(literal);
});

test("a search is a bound value, escaped once, that the database lowers", () => {
  expect(render(contains(NAME, "O'Neil_100%"))).toEqual({
    text: "lower(name) LIKE lower($1)",
    params: ["%O'Neil\\_100\\%%"],
  });
});

test("several words mean all of them, in any order", () => {
  expect(render(contains(NAME, " Smith  ANN "))).toEqual({
    text: "(lower(name) LIKE lower($1) AND lower(name) LIKE lower($2))",
    params: ["%Smith%", "%ANN%"],
  });
  expect(render(contains(NAME, " ")).text).toBe("true");
  expect(render(containsIndexed(NAME, "Smith a", [" "]))).toEqual({
    text: "(lower(name) LIKE lower($1) AND (lower(name) LIKE lower($2) OR lower(name) LIKE lower($3)))",
    params: ["%Smith%", "a%", "% a%"],
  });
});

describe("a search by an index of trigrams", () => {
  test("looks for three characters and more anywhere", () => {
    expect(render(containsIndexed(NAME, "ann", [" "]))).toEqual(render(contains(NAME, "ann")));
  });

  test("looks for fewer at the beginning of a word, of the text or behind a separator", () => {
    expect(render(containsIndexed(NAME, " A_", [" ", "%"]))).toEqual({
      text: "(lower(name) LIKE lower($1) OR lower(name) LIKE lower($2) OR lower(name) LIKE lower($3))",
      params: ["A\\_%", "% A\\_%", "%\\%A\\_%"],
    });
  });

  test("counts characters, not the units that JavaScript stores them in", () => {
    expect(render(containsIndexed(NAME, "😀😀", [])).params).toEqual(["😀😀%"]);
  });
});
