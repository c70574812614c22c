import { expect, test } from "vitest";
import { app } from "../../../support/app.ts";

interface Calls {
  [key: string]: Calls;
}

const reports = [...app.declarations.exports.values()];

test.each(reports.flatMap((report) => (report.callFor ? [report] : [])))(
  "the call that exports the list $name is in the contract",
  (report) => {
    for (const part of ["pending", "invited", "registered"]) {
      const { path } = report.callFor?.({ part, sort: undefined, filter: {} }) ?? { path: [] };
      const calls = path.reduce<Calls | undefined>(
        (found, key) => found?.[key],
        app.contract.exports as unknown as Calls,
      );
      expect(Object.keys(calls ?? {})).toEqual(["rows", "start"]);
    }
  },
);

test("a report without its filter can't be read", () => {
  for (const { filter } of reports) expect(filter.safeParse(undefined).success).toBe(false);
});
