import { parse, validate } from "graphql";
import { describe, expect, test } from "vitest";
import type { Operation } from "~/connectors/shopify/operation";
import { customerChangeDocument } from "~/connectors/shopify/operations/customer-edits";
import { ALL_CUSTOMERS_DOCUMENT } from "~/connectors/shopify/operations/customers";
import { loadAdminSchema } from "../../../local-store/schema/load.ts";

/** Every file of operations there is, so that a new one is checked without being listed. */
const files = import.meta.glob<Record<string, unknown>>("../../../app/connectors/shopify/operations/*.ts", {
  eager: true,
});
const isOperation = (value: unknown): value is Operation<unknown, unknown> =>
  typeof value === "object" && value !== null && "text" in value && "repeatable" in value;
const operations = Object.values(files).flatMap((file) => Object.values(file).filter(isOperation));

describe("the Admin API documents against Shopify's official schema", () => {
  test("there are some", () => expect(operations.length).toBeGreaterThan(8));

  test.each(operations.map(({ name, text }) => [name, text]))("%s is valid", (_name, text) => {
    expect(validate(loadAdminSchema(), parse(text)).map((error) => error.message)).toEqual([]);
  });

  test("the document of the mirror's rebuild is valid", () => {
    expect(validate(loadAdminSchema(), parse(ALL_CUSTOMERS_DOCUMENT)).map((error) => error.message)).toEqual(
      [],
    );
  });

  test("whatever is changed of a customer in one request is valid", () => {
    const parts = ["delete", "names", "consent", "remove", "add"] as const;
    for (let set = 1; set < 2 ** parts.length; set += 1) {
      const { text } = customerChangeDocument(parts.filter((_part, index) => set & (1 << index)));
      expect(validate(loadAdminSchema(), parse(text)).map((error) => error.message)).toEqual([]);
    }
  });

  test("no two have the same name, because costs are remembered by name", () => {
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
  });
});
