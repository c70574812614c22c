import fs from "node:fs";
import { expect, test } from "vitest";

/** The routes that only answer data, for a dialog or another part of a page. */
const parts = fs.globSync("app/{routes,functions/*/routes}/*.tsx").filter((path) => {
  const source = fs.readFileSync(path, "utf8");
  return (
    /authorize\(args|pageLoader\(/.test(source) &&
    source.includes("const loader") &&
    !source.includes("export default")
  );
});

test("the parts of pages are found", () => expect(parts.length).toBeGreaterThan(5));

// Without a connection, the router would load the part again until the server answers, and the dialog's button would wait for it.
test.each(parts)("%s says when it is loaded again", (path) => {
  expect(fs.readFileSync(path, "utf8")).toContain("export const shouldRevalidate");
});
