import fs from "node:fs";
import { describe, expect, it } from "vitest";

const FOLDERS = ["unit", "integration", "e2e", "demo", "support"];
/** The option of a wait, or what follows a test. */
const FIXED = /\btimeout: \d|^\}, \d[\d_]*\);/;

describe("a deadline of a test", () => {
  it("gets longer on a slow machine", () => {
    const fixed = FOLDERS.flatMap((folder) =>
      fs
        .readdirSync(`tests/${folder}`, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.tsx?$/.test(name))
        .flatMap((name) => {
          const lines = fs.readFileSync(`tests/${folder}/${name}`, "utf8").split("\n");
          return lines.filter((line) => FIXED.test(line)).map((line) => `${folder}/${name}: ${line.trim()}`);
        }),
    );
    expect(fixed).toEqual([]);
  });
});
