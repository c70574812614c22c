import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readAppExtensions } from "../../../local-store/admin/app-extensions.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/extensions-`);
});
afterEach(() => rmSync(folder, { recursive: true }));

function addExtension(target: string): void {
  mkdirSync(`${folder}/links`);
  writeFileSync(
    `${folder}/links/shopify.extension.toml`,
    `[[extensions]]
name = "Open in Backroom"
handle = "open"
type = "admin_link"

[[extensions.targeting]]
target = "${target}"
url = "app://customers"
`,
  );
}

test("links are read, and what isn't an extension is left out", () => {
  addExtension("admin.customer-details.action.link");
  writeFileSync(`${folder}/README.md`, "");
  mkdirSync(`${folder}/draft`);
  expect(readAppExtensions(folder).links).toEqual([
    { name: "Open in Backroom", target: "admin.customer-details.action.link", path: "/customers" },
  ]);
});

test("a target that the local store doesn't have is refused with the name of its file", () => {
  addExtension("admin.company-details.action.link");
  expect(() => readAppExtensions(folder)).toThrow("links/shopify.extension.toml");
});
