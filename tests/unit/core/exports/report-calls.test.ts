import fs from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Permission } from "~/platform/auth/permission";
import { app, modules } from "../../../support/app.ts";

interface Call {
  "~orpc": { inputSchema: z.ZodObject<Record<string, z.ZodType>>; meta: { permission: Permission } };
}

type Calls = Call & { [key: string]: Calls };

const reports = [...app.declarations.exports.values()];

test.each(reports.flatMap((report) => (report.callFor ? [report] : [])))(
  "the call that exports the list $name is in the contract, is its own, and takes what it is given",
  (report) => {
    for (const part of ["pending", "invited", "registered"]) {
      const { path, input } = report.callFor?.({ part, sort: undefined, filter: {} }) ?? {
        path: [],
        input: {},
      };
      const calls = path.reduce<Calls | undefined>(
        (found, key) => found?.[key],
        app.contract.exports as unknown as Calls,
      );
      expect(Object.keys(calls ?? {})).toEqual(["rows", "start"]);
      const declared = calls?.rows?.["~orpc"];
      expect(declared?.meta.permission).toBe(report.flag);
      for (const [place, values] of Object.entries(input))
        expect(fieldsIn(declared?.inputSchema, place)).toEqual(expect.arrayContaining(Object.keys(values)));
    }
  },
);

/** The fields of a call's path or query. It drops others without an error. */
function fieldsIn(input: Call["~orpc"]["inputSchema"] | undefined, place: string): string[] {
  const schema = input?.shape[place];
  const object = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

/** The names of exports that are written in pages. */
const buttons = fs.globSync("app/{functions,domain}/*/**/*.tsx").flatMap((path) =>
  [...fs.readFileSync(path, "utf8").matchAll(/\breport(?:=|: )"([^"]+)"/g)].map(([, name]) => ({
    path,
    name,
  })),
);

test("the buttons Export Excel are found", () => expect(buttons.length).toBeGreaterThan(2));

test.each(buttons)("$path exports the list $name of its own module", ({ path, name }) => {
  const owner = modules.find(({ folder }) => path.startsWith(`app/${folder}/`));
  const names = owner?.declared.flatMap((each) =>
    each.kind === "export" && each.callFor ? [each.name] : [],
  );
  expect(names).toContain(name);
});

test("a report without its filter can't be read", () => {
  for (const { filter } of reports) expect(filter.safeParse(undefined).success).toBe(false);
});
