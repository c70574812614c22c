/** A client that clears a filter sends its query parameter without a value. */
import { isContractProcedure } from "@orpc/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { app } from "../../support/app.ts";

const { withoutEmptyParameters } = await import("~/core/empty-parameters.server");

interface Read {
  name: string;
  procedure: Parameters<typeof withoutEmptyParameters>[0]["procedure"];
  /** Of the query. */
  schema: unknown;
  isDetailed: boolean;
}

/** The calls of a contract that take input from the query. */
function readsIn(contract: object, path = ""): Read[] {
  return Object.entries(contract).flatMap(([key, value]: [string, object]) => {
    const name = path ? `${path}.${key}` : key;
    if (!isContractProcedure(value)) return readsIn(value, name);
    const { inputSchema, route } = value["~orpc"];
    const isDetailed = route.inputStructure === "detailed";
    const query = isDetailed && inputSchema instanceof z.ZodObject ? inputSchema.shape.query : undefined;
    const schema = isDetailed ? query : route.method === "GET" && inputSchema;
    return schema ? [{ name, procedure: value, schema, isDetailed }] : [];
  });
}

const reads = readsIn(app.contract);

test("no call refuses an optional parameter that is empty", () => {
  expect(reads.filter(({ isDetailed }) => !isDetailed).length).toBeGreaterThan(50);
  expect(reads.filter(({ isDetailed }) => isDetailed).length).toBeGreaterThan(15);
  for (const { name, procedure, schema, isDetailed } of reads) {
    const object =
      schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault ? schema.unwrap() : schema;
    expect(object, `${name} hides its fields`).toBeInstanceOf(z.ZodObject);
    const { shape } = object as z.ZodObject;
    const optional = Object.keys(shape).filter(
      (field) => field !== "operationId" && shape[field].safeParse(undefined).success,
    );
    const empty = Object.fromEntries(optional.map((field) => [field, ""]));
    const input = withoutEmptyParameters({ procedure, input: isDetailed ? { query: empty } : empty });
    const { error } = (object as z.ZodObject).safeParse(
      isDetailed ? (input as { query: unknown }).query : input,
    );
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

test("an empty idempotency key stays, and an empty cursor of a further page", () => {
  const text = z.string().optional();
  const schema = z.object({ operationId: text, direction: text, last_id: text });
  const procedure = { "~orpc": { inputSchema: schema, route: { method: "GET" } } };
  const read = (input: object) => withoutEmptyParameters({ procedure, input });
  expect(read({ operationId: "" })).toEqual({ operationId: "" });
  expect(read({ direction: "next", last_id: "" })).toEqual({ direction: "next", last_id: "" });
  expect(read({ direction: "", last_id: "" })).toEqual({});
  expect(read({ last_id: "" })).toEqual({});
});

test("the body of a change keeps its empty texts", () => {
  const procedure = {
    "~orpc": { inputSchema: z.object({ note: z.string().optional() }), route: { method: "POST" } },
  };
  expect(withoutEmptyParameters({ procedure, input: { note: "" } })).toEqual({ note: "" });
});

test("a call with a query and a body keeps the empty texts of the body", () => {
  const text = z.string().optional();
  const inputSchema = z.object({
    query: z.object({ sort: text }).default({}),
    body: z.object({ note: text }),
  });
  const procedure = { "~orpc": { inputSchema, route: { method: "POST", inputStructure: "detailed" } } };
  const input = { params: {}, query: { sort: "", other: "" }, body: { note: "" } };
  expect(withoutEmptyParameters({ procedure, input })).toEqual({ ...input, query: { other: "" } });
});
