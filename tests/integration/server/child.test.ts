import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Child, type ChildPlan, startChild } from "../../../server/process/child.ts";

let folder: string;
let child: Child | undefined;
let messages: string[];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "backroom-child-"));
  messages = [];
});

afterEach(async () => {
  vi.useRealTimers();
  await child?.stop();
  child = undefined;
  fs.rmSync(folder, { recursive: true });
});

const start = async (behaviour: string, options: Partial<ChildPlan> = {}) => {
  child = await startChild({
    name: "web",
    program: "tests/integration/server/child-that.ts",
    arguments: [behaviour],
    env: process.env,
    logFile: path.join(folder, "web.log"),
    say: (line) => void messages.push(line),
    ...options,
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

  it("waits for a change when it keeps crashing and its code is being changed", async () => {
    const web = await start("keeps-dying", { waitsForChange: true });
    await expect.poll(() => messages.at(-1)).toMatch(/^web ended 4 times .* when its code changes\.$/);
    const last = web.pid();
    await web.restart();
    expect(web.pid()).not.toBe(last);
  });

  it("that does not start is an error with the end of its log", async () => {
    await expect(start("never-starts")).rejects.toThrow(
      /^web did not start \(exit code 1\)\. The end of [\s\S]*DATABASE_URL is missing/,
    );
  });

  const processes = () => process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length;

  it("is started once by restarts at the same time, and by none after its stop", async () => {
    const web = await start("lives");
    await Promise.all([web.restart(), web.restart()]);
    await expect.poll(processes).toBe(1);
    await Promise.all([web.restart(), web.stop()]);
    await expect.poll(processes).toBe(0);
  });

  it("is started once by a restart just after its death", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const web = await start("lives");
    process.kill(web.pid() as number, "SIGKILL");
    await expect.poll(() => messages).toHaveLength(1);
    await web.restart();
    vi.runAllTimers();
    await expect.poll(processes).toBe(1);
  });

  it("ends when its start is canceled, and isn't started after that", async () => {
    const canceled = new AbortController();
    const starting = start("starts-forever", { canceled: canceled.signal });
    const log = () => fs.readFileSync(path.join(folder, "web.log"), "utf8");
    await expect.poll(log).toContain("starting");
    canceled.abort();
    await expect(starting).rejects.toThrow("web did not start");
    await expect(start("lives", { canceled: canceled.signal })).rejects.toThrow("aborted");
    await expect.poll(processes).toBe(0);
  });

  it("ends when it is stopped, and is not started again", async () => {
    const web = await start("lives");
    const pid = web.pid() as number;
    await web.stop();
    expect(isAlive(pid)).toBe(false);
    expect(messages).toEqual([]);
  });
});
