/** What others rely on doesn't disappear by accident. When it changes on purpose, `npm run outside` writes the kept file again. */
import fs from "node:fs";
import { expect, test } from "vitest";
import { differencesOf, KEPT_FILE, readOutside } from "../../support/outside.ts";

test("calls, pages, topics and stored names are at least those of the kept file", async () => {
  const kept = fs.readFileSync(KEPT_FILE, "utf8").trim().split("\n");
  expect(differencesOf(kept, await readOutside())).toEqual([]);
});

test("a difference names the call and the field, and an addition is none", () => {
  const kept = [
    "call a.b GET /a for owner",
    "takes a.b id:string!",
    "answers a.b name:string state:free state:used",
    'call a.c GET /c for ["showA","showB"]',
    "job x",
  ];
  const now = [
    "call a.b GET /a for signed-in",
    "takes a.b id:string! key:string! note:string",
    "answers a.b name:string more:string state:free state:lost",
    'call a.c GET /c for ["showA","showC"]',
  ];
  expect(differencesOf(kept, now)).toEqual([
    "call a.b: gone is owner",
    "takes a.b: new and required is key:string!",
    "answers a.b: gone is state:used",
    'call a.c: gone is "showB"',
    "gone: job x",
  ]);
});
