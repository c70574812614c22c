/** A change that is published for a list that no page follows is lost without an error. */
import fs from "node:fs";
import { expect, test } from "vitest";
import { app } from "../../support/app.ts";

const sources = fs.globSync("app/**/*.{ts,tsx}").map((path) => fs.readFileSync(path, "utf8"));
const found = (pattern: RegExp) => sources.flatMap((source) => [...source.matchAll(pattern)]);

/** Names that are written as text. A constant, or a declared list's `name`, can't be misspelled. */
const published = found(/publishChange\([^;]*?list: "([^"]+)"/g).map(([, name = ""]) => name);
const followed = found(/useListRefresh\([^;]*\)/g).flatMap(([call]) =>
  [...call.matchAll(/[(,?]\s*"([^"]+)"/g)].map(([, name = ""]) => name),
);
const imported = [...app.declarations.imports.values()].map(({ form }) => form.list);

test("the names of lists are found", () => {
  expect(published.length).toBeGreaterThan(20);
  expect(followed.length).toBeGreaterThan(10);
});

test.each([...new Set([...published, ...imported])])(
  "a page shows the list %s again when it changes",
  (name) => {
    expect([...app.declarations.lists.keys(), ...followed]).toContain(name);
  },
);

/** The home page has none of its own: it loads again when its window becomes visible. */
const UNPUBLISHED = ["home"];
const constants = found(/_LIST = "([^"]+)"/g).map(([, name = ""]) => name);

test.each([...new Set(followed)])("changes of the list %s, which a page follows, are published", (name) => {
  expect([...app.declarations.lists.keys(), ...published, ...constants, ...UNPUBLISHED]).toContain(name);
});
