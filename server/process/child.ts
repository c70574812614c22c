import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createInterface } from "node:readline";
import { worthShowing } from "./child-log.ts";

/** One process of Backroom, as the process that starts it describes it. */
export interface ChildPlan {
  /** How lines about it begin: `web`, `worker`, `local store`. */
  name: string;
  /** The module that it runs. */
  program: string;
  arguments?: string[];
  /** Node's own options, such as `--import`. */
  nodeOptions?: string[];
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Receives what the person at the terminal should read: errors, restarts. */
  say: (line: string) => void;
}

/** A child process that is started again when it dies, until it is stopped or dies too often. */
export interface Child {
  /** Stops it in good order (SIGTERM, SIGKILL after 10 s). */
  stop(): Promise<void>;
  /** Stops it in good order and starts it anew, with the newest code. */
  restart(): Promise<void>;
  /** Settles, with what to tell the person, when it died too often to be started again. Never settles otherwise. */
  gaveUp: Promise<Error>;
  /** The id of the process that runs now. */
  pid(): number | undefined;
}

/** A process that was started. */
interface Launched {
  process: ChildProcess;
  /** Settles when it has ended and all that it said stands in its log. */
  logged: Promise<void>;
}

const readyLimitMs = 60_000;
const farewellMs = 10_000;
const restartPauseMs = 300;
/** This many deaths within the window are a crash loop: starting it again would only repeat the fault. */
const crashLoop = { deaths: 4, withinMs: 60_000 };

/**
 * Starts the child and waits until it says that it is ready (see announceReady).
 * @throws Error with the end of its log when it dies or does not get ready within 60 s.
 */
export async function startChild(plan: ChildPlan): Promise<Child> {
  fs.writeFileSync(plan.logFile, "");
  // What it says while it starts is shown only when it fails, as part of the reason.
  let hasStarted = false;
  const say = (line: string) => {
    if (hasStarted) plan.say(line);
  };
  let current = launch(plan, say);
  try {
    await untilReady(current, plan);
    hasStarted = true;
  } catch (error) {
    await end(current.process);
    throw error;
  }

  let stopping = false;
  const deaths: number[] = [];
  let giveUp: (error: Error) => void = () => undefined;
  const gaveUp = new Promise<Error>((resolve) => {
    giveUp = resolve;
  });
  const relaunch = () => {
    current = launch(plan, say);
    watch(current);
  };
  const watch = (watched: Launched) =>
    watched.process.once("exit", (code, signal) => {
      if (stopping || watched !== current) return;
      const how = signal ?? `exit code ${code}`;
      deaths.push(Date.now());
      const recent = deaths.filter((death) => Date.now() - death < crashLoop.withinMs);
      if (recent.length >= crashLoop.deaths) {
        const what = `ended ${recent.length} times within a minute (${how})`;
        void watched.logged.then(() => giveUp(failure(plan, what)));
        return;
      }
      plan.say(`${plan.name} ended (${how}) and is started again.`);
      setTimeout(() => {
        if (!stopping) relaunch();
      }, restartPauseMs);
    });
  watch(current);

  return {
    gaveUp,
    pid: () => current.process.pid,
    async restart() {
      const former = current;
      stopping = true;
      await end(former.process);
      stopping = false;
      relaunch();
    },
    async stop() {
      stopping = true;
      await end(current.process);
    },
  };
}

function launch(plan: ChildPlan, say: (line: string) => void): Launched {
  const child = fork(plan.program, plan.arguments ?? [], {
    execArgv: plan.nodeOptions ?? [],
    env: plan.env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // Its own group: Ctrl-C reaches the whole terminal group, and only the parent may decide in which order things end.
    detached: process.platform !== "win32",
  });
  const log = fs.createWriteStream(plan.logFile, { flags: "a" });
  for (const output of [child.stdout, child.stderr]) {
    if (!output) continue;
    createInterface({ input: output }).on("line", (line) => {
      log.write(`${line}\n`);
      const shown = worthShowing(line, output === child.stderr);
      if (shown) say(`${plan.name}: ${shown}`);
    });
  }
  child.once("close", () => log.end());
  return { process: child, logged: new Promise((resolve) => void log.once("close", resolve)) };
}

async function untilReady({ process: child, logged }: Launched, plan: ChildPlan): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const tooLate = setTimeout(
      () => reject(failure(plan, `was not ready after ${readyLimitMs / 1000} s`)),
      readyLimitMs,
    );
    // The last line of its log is what tells why.
    const endedEarly = (code: number | null, signal: NodeJS.Signals | null) => {
      clearTimeout(tooLate);
      void logged.then(() => reject(failure(plan, `did not start (${signal ?? `exit code ${code}`})`)));
    };
    child.once("error", reject);
    child.once("close", endedEarly);
    child.once("message", () => {
      clearTimeout(tooLate);
      // Its end, whenever it comes, is no failure to start; by then its log may be gone.
      child.off("close", endedEarly);
      resolve();
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const impatience = setTimeout(() => child.kill("SIGKILL"), farewellMs);
  await gone;
  clearTimeout(impatience);
}

function failure(plan: ChildPlan, what: string): Error {
  const lastLines = fs.readFileSync(plan.logFile, "utf8").trimEnd().split("\n").slice(-15);
  return new Error(`${plan.name} ${what}. The end of ${plan.logFile}:\n${lastLines.join("\n")}`);
}
