/** One dialog for the whole console: `app/ui/Dialog.tsx` gives the focus back, Polaris' own `Modal` does not. */
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

test("only ui/Dialog uses Polaris' Modal", () => {
  const files = fs
    .readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => path.join("app", name));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /<Modal\s/.test(fs.readFileSync(file, "utf8")))).toEqual([
    "app/ui/Dialog.tsx",
  ]);
});
