import { describe, expect, it } from "vitest";
import { terminalLine } from "../../../server/process/terminal-line.ts";

describe("what a process's line shows on the terminal", () => {
  it("shows the message and cause of an error with its reference", () => {
    const line = JSON.stringify({
      level: 50,
      msg: "a request failed",
      err: { message: "boom" },
      reference: "r1",
    });
    expect(terminalLine(line, false)).toBe("a request failed: boom (reference r1)");
  });

  it("keeps ordinary log lines and ordinary output in the log file", () => {
    expect(terminalLine(JSON.stringify({ level: 30, msg: "request" }), false)).toBeUndefined();
    expect(terminalLine("VITE ready", false)).toBeUndefined();
  });

  it("shows what is written to stderr, also when it merely looks like JSON", () => {
    expect(terminalLine("Warning: deprecated", true)).toBe("Warning: deprecated");
    expect(terminalLine("{ oops", true)).toBe("{ oops");
    expect(terminalLine("  ", true)).toBeUndefined();
  });
});
