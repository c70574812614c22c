/** A flag of another function, left by a copy, would open or hide what the function does for the wrong people. */
import fs from "node:fs";
import { expect, test } from "vitest";
import { app } from "../../support/app.ts";

/** Returns refund to store credit, which those who may open Credits see. */
const OTHER_FLAGS: Readonly<Record<string, readonly string[]>> = { orderReturns: ["showCredits"] };

test.each(app.declarations.functions.map(({ name, permission }) => ({ name, permission })))(
  "$name uses no flag but its own",
  ({ name, permission }) => {
    const allowed = [permission, ...(OTHER_FLAGS[name] ?? [])];
    const others = fs.globSync(`app/functions/${name}/**/*.{ts,tsx}`).flatMap((file) =>
      [...fs.readFileSync(file, "utf8").matchAll(/"(show[A-Z]\w*)"/g)]
        .map(([, flag = ""]) => flag)
        .filter((flag) => !allowed.includes(flag))
        .map((flag) => `${file}: ${flag}`),
    );
    expect(others).toEqual([]);
  },
);
