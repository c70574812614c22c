/** A client that clears a filter sends its query parameter without a value. */
import { isContractProcedure } from "@orpc/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { app } from "../../support/app.ts";

const { withoutEmptyParameters } = await import("~/core/empty-parameters.server");

interface Read {
  name: string;
  procedure: Parameters<typeof withoutEmptyParameters>[0]["procedure"];
}

/** The calls of a contract that take their input from the query. */
function readsIn(contract: object, path = ""): Read[] {
  return Object.entries(contract).flatMap(([key, value]: [string, object]) => {
    const name = path ? `${path}.${key}` : key;
    if (!isContractProcedure(value)) return readsIn(value, name);
    const { inputSchema, route } = value["~orpc"];
    return route.method === "GET" && inputSchema ? [{ name, procedure: value }] : [];
  });
}

const reads = readsIn(app.contract);

test("no read refuses an optional parameter that is empty", () => {
  expect(reads.length).toBeGreaterThan(50);
  for (const { name, procedure } of reads) {
    const { inputSchema } = procedure["~orpc"];
    expect(inputSchema, `${name} hides its fields`).toBeInstanceOf(z.ZodObject);
    const { shape } = inputSchema as z.ZodObject;
    const optional = Object.keys(shape).filter((field) => shape[field].safeParse(undefined).success);
    const input = withoutEmptyParameters({
      procedure,
      input: Object.fromEntries(optional.map((field) => [field, ""])),
    });
    const { error } = (inputSchema as z.ZodObject).safeParse(input);
    const refused = error?.issues
      .map(({ path: [field] }) => field)
      .filter((field) => optional.includes(String(field)));
    expect([name, refused ?? []]).toEqual([name, []]);
  }
});

test("a required parameter that is empty is refused with its own message", () => {
  const procedure = {
    "~orpc": {
      inputSchema: z.object({ value: z.string().min(1, "Enter a number.") }),
      route: { method: "GET" },
    },
  };
  expect(withoutEmptyParameters({ procedure, input: { value: "" } })).toEqual({ value: "" });
});

test("the body of a change keeps its empty texts", () => {
  const procedure = {
    "~orpc": { inputSchema: z.object({ note: z.string().optional() }), route: { method: "POST" } },
  };
  expect(withoutEmptyParameters({ procedure, input: { note: "" } })).toEqual({ note: "" });
});
