import fs from "node:fs";
import path from "node:path";
import { parse, validate } from "graphql";
import { describe, expect, test } from "vitest";
import type { BulkQuery, Operation } from "~/connectors/shopify/operation";
import { customerChangeDocument } from "~/connectors/shopify/operations/customer-changes";
import { checkBulkQuery } from "../../../local-store/bulk/check-document.ts";
import { loadAdminSchema } from "../../../local-store/schema/load.ts";
import { existingGraphqlTypes, generateGraphqlTypes } from "../../../server/setup/graphql-types.ts";

type Document = Operation<unknown, unknown> | BulkQuery<unknown>;

/** Every module of operations, so that a new one is checked without being listed. */
const modules = import.meta.glob<Record<string, unknown>>(
  ["../../../app/connectors/shopify/operations/*.ts", "!**/*.generated.ts"],
  { eager: true },
);
const isDocument = (value: unknown): value is Document =>
  typeof value === "object" && value !== null && "text" in value;
const documents = Object.values(modules).flatMap((module) => Object.values(module).filter(isDocument));
const problemsOf = (text: string) => validate(loadAdminSchema(), parse(text)).map(({ message }) => message);

describe("the Admin API documents against Shopify's official schema", () => {
  test("there are some", () => expect(documents.length).toBeGreaterThan(20));

  test.each(documents.map(({ name, text }) => [name, text]))("%s is valid", (_name, text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  const bulkQueries = documents.filter((document) => "bulk" in document);
  test("there are bulk queries", () => expect(bulkQueries.length).toBeGreaterThan(1));

  test.each(bulkQueries.map(({ name, text }) => [name, text]))(
    "%s can run as a bulk query",
    (_name, text) => {
      expect(checkBulkQuery(text)).toBeNull();
    },
  );

  test("every combination of customer changes is valid", () => {
    const parts = ["delete", "names", "consent", "remove", "add"] as const;
    for (let set = 1; set < 2 ** parts.length; set += 1) {
      const { text } = customerChangeDocument(parts.filter((_part, index) => set & (1 << index)));
      expect(problemsOf(text)).toEqual([]);
    }
  });

  test("no two have the same name, because costs are stored by name", () => {
    expect(new Set(documents.map(({ name }) => name)).size).toBe(documents.length);
  });
});

/** Every source file that can send a document, by its path from the project's root. */
const sources = new Map(
  ["app", "server"].flatMap((root) =>
    fs
      .readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".generated.ts"))
      .map((file) => path.posix.join(root, file.split(path.sep).join("/")))
      .map((file): [string, string] => [file, fs.readFileSync(file, "utf8")]),
  ),
);
const OPERATIONS = "app/connectors/shopify/operations/";
const filesWith = (pattern: RegExp) =>
  [...sources].filter(([, text]) => pattern.test(text)).map(([file]) => file);
const outsideOperations = (file: string) =>
  !file.startsWith(OPERATIONS) && file !== "app/connectors/shopify/operation.ts";

describe("no document escapes these tests", () => {
  test("documents are only in operations/", () => {
    const declared = filesWith(/\b(operation|bulkQuery|composedOperation)(<[^()]*>)?\(\s*[`"']/);
    const written = filesWith(/[`"']\s*(query|mutation|subscription|fragment)\b[^`"';=]*[({]/);
    expect([...declared, ...written].filter(outsideOperations)).toEqual([]);
  });

  test("every declared document is exported", () => {
    const texts = [...sources].filter(([file]) => file.startsWith(OPERATIONS)).map(([, text]) => text);
    const declared = texts.flatMap((text) => text.match(/\b(operation|bulkQuery)\(/g) ?? []);
    expect(documents).toHaveLength(declared.length);
  });

  test("only customer changes are composed at run time", () => {
    expect(filesWith(/\bcomposedOperation\(/).filter((file) => file.startsWith(OPERATIONS))).toEqual([
      `${OPERATIONS}customer-changes.ts`,
    ]);
  });
});

describe("the generated types", () => {
  test("match the documents", async () => {
    const files = await generateGraphqlTypes();
    const stale = [...files]
      .filter(([file, text]) => !fs.existsSync(file) || fs.readFileSync(file, "utf8") !== text)
      .map(([file]) => file);
    const orphans = existingGraphqlTypes().filter((file) => !files.has(file));
    const names = [...stale, ...orphans].map((file) => path.basename(file)).join(", ");
    expect(names, `Out of date: ${names}. Run \`npm run graphql:types\`.`).toBe("");
  });
});
