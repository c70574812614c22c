import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Child, startChild } from "../../../server/process/child.ts";

let folder: string;
let child: Child | undefined;
let messages: string[];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-child-"));
  messages = [];
});

afterEach(async () => {
  await child?.stop();
  child = undefined;
  fs.rmSync(folder, { recursive: true });
});

const start = async (behaviour: string) => {
  child = await startChild({
    name: "web",
    program: "tests/integration/server/child-that.ts",
    arguments: [behaviour],
    env: process.env,
    logFile: path.join(folder, "web.log"),
    say: (line) => void messages.push(line),
  });
  return child;
};

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe("a supervised process", () => {
  it("is restarted after kill -9 and says so", async () => {
    const web = await start("lives");
    const first = web.pid() as number;
    process.kill(first, "SIGKILL");
    await expect.poll(() => web.pid()).not.toBe(first);
    expect(isAlive(web.pid() as number)).toBe(true);
    expect(messages).toEqual(["web ended (SIGKILL) and is restarted."]);
  });

  it("is abandoned when it keeps crashing, with the reason and the log's path", async () => {
    const web = await start("keeps-dying");
    const error = await web.finalFailure;
    expect(error.message).toMatch(
      /^web ended 4 times within a minute \(exit code 3\)\. The end of .*web\.log:/,
    );
  });

  it("that does not start is an error with the end of its log", async () => {
    await expect(start("never-starts")).rejects.toThrow(
      /^web did not start \(exit code 1\)\. The end of [\s\S]*DATABASE_URL is missing/,
    );
  });

  it("ends when it is stopped, and is not started again", async () => {
    const web = await start("lives");
    const pid = web.pid() as number;
    await web.stop();
    expect(isAlive(pid)).toBe(false);
    expect(messages).toEqual([]);
  });
});
