import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createInterface } from "node:readline";
import { terminalLine } from "./terminal-line.ts";

/** How a process of Backroom is started. */
export interface ChildPlan {
  /** The prefix of its lines: `web`, `worker`, `local store`. */
  name: string;
  /** The module to run. */
  program: string;
  arguments?: string[];
  /** Node's own options, such as `--import`. */
  nodeOptions?: string[];
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** It isn't restarted when it ends without an error. */
  endsByItself?: boolean;
  /** When it dies too often, its code is being changed. `restart` starts it again. */
  waitsForChange?: boolean;
  /** Aborted to end the process while it starts. */
  canceled?: AbortSignal;
  /** How long its start may take. 60 seconds unless set. */
  readyTimeoutMs?: number;
  /** Receives lines for the terminal: errors and restarts. */
  say: (line: string) => void;
}

/** A child process that is restarted when it dies, until it is stopped or dies too often. */
export interface Child {
  /** Stops it with SIGTERM, and with SIGKILL after 10 s. */
  stop(): Promise<void>;
  /** Stops it and starts it again with the current code. */
  restart(): Promise<void>;
  /** Resolves with an error for the terminal when it died too often to be restarted. Never resolves otherwise. */
  finalFailure: Promise<Error>;
  /** The current process id. */
  pid(): number | undefined;
}

/** A started process. */
interface Launched {
  process: ChildProcess;
  /** Resolves when it has ended and its log is complete. */
  logged: Promise<void>;
}

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const RESTART_DELAY_MS = 300;
/** This many deaths within the window are a crash loop, which isn't restarted again. */
const CRASH_LOOP = { deaths: 4, withinMs: 60_000 };

/**
 * Starts the child and waits until it is ready (see announceReady).
 * @throws Error with the end of its log when it dies or isn't ready in time.
 */
export async function startChild(plan: ChildPlan): Promise<Child> {
  plan.canceled?.throwIfAborted();
  fs.writeFileSync(plan.logFile, "");
  // Output during the start is shown only when the start fails.
  let hasStarted = false;
  const say = (line: string) => {
    if (hasStarted) plan.say(line);
  };
  let current = launch(plan, say);
  const cancel = () => void end(current.process);
  plan.canceled?.addEventListener("abort", cancel);
  try {
    await untilReady(current, plan);
    hasStarted = true;
  } catch (error) {
    await end(current.process);
    throw error;
  } finally {
    plan.canceled?.removeEventListener("abort", cancel);
  }

  let stopping = false;
  let replaced: Launched | undefined;
  const deaths: number[] = [];
  let reportFailure: (error: Error) => void = () => undefined;
  const finalFailure = new Promise<Error>((resolve) => {
    reportFailure = resolve;
  });
  const relaunch = () => {
    current = launch(plan, say);
    watch(current);
  };
  const watch = (watched: Launched) =>
    watched.process.once("exit", (code, signal) => {
      if (stopping || watched === replaced || (plan.endsByItself && code === 0)) return;
      const how = signal ?? `exit code ${code}`;
      deaths.push(Date.now());
      const recent = deaths.filter((death) => Date.now() - death < CRASH_LOOP.withinMs);
      if (recent.length >= CRASH_LOOP.deaths) {
        const what = `ended ${recent.length} times within a minute (${how})`;
        if (plan.waitsForChange) plan.say(`${plan.name} ${what}. It is started again when its code changes.`);
        else void watched.logged.then(() => reportFailure(failure(plan, what)));
        return;
      }
      plan.say(`${plan.name} ended (${how}) and is restarted.`);
      setTimeout(() => {
        // A restart may have started another one.
        if (!stopping && watched === current) relaunch();
      }, RESTART_DELAY_MS);
    });
  watch(current);
  const restart = async () => {
    const former = current;
    replaced = former;
    await end(former.process);
    // Another restart, or a stop, may have come first.
    if (!stopping && former === current) relaunch();
  };

  return {
    finalFailure,
    pid: () => current.process.pid,
    restart,
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
    // Its own process group: Ctrl-C signals the whole terminal group, but the parent decides the order in which processes end.
    detached: process.platform !== "win32",
  });
  const log = fs.createWriteStream(plan.logFile, { flags: "a" });
  // A full disk or a removed folder must not end the parent, and with it all other processes.
  log.on("error", (error) => say(`${plan.name}: its log can't be written: ${error.message}`));
  for (const output of [child.stdout, child.stderr]) {
    if (!output) continue;
    createInterface({ input: output }).on("line", (line) => {
      log.write(`${line}\n`);
      const shown = terminalLine(line, output === child.stderr);
      if (shown) say(`${plan.name}: ${shown}`);
    });
  }
  child.once("close", () => log.end());
  return { process: child, logged: new Promise((resolve) => void log.once("close", resolve)) };
}

async function untilReady({ process: child, logged }: Launched, plan: ChildPlan): Promise<void> {
  const { readyTimeoutMs = READY_TIMEOUT_MS } = plan;
  await new Promise<void>((resolve, reject) => {
    const timeout = setTimeout(
      () => reject(failure(plan, `was not ready after ${readyTimeoutMs / 1000} s`)),
      readyTimeoutMs,
    );
    // Waits for the log, whose last line has the reason.
    const endedEarly = (code: number | null, signal: NodeJS.Signals | null) => {
      clearTimeout(timeout);
      void logged.then(() => reject(failure(plan, `did not start (${signal ?? `exit code ${code}`})`)));
    };
    child.once("error", reject);
    child.once("close", endedEarly);
    child.once("message", () => {
      clearTimeout(timeout);
      // A later end isn't a failed start, and the log may no longer exist.
      child.off("close", endedEarly);
      resolve();
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const forceStop = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(forceStop);
}

function failure(plan: ChildPlan, what: string): Error {
  const lastLines = fs.readFileSync(plan.logFile, "utf8").trimEnd().split("\n").slice(-15);
  return new Error(`${plan.name} ${what}. The end of ${plan.logFile}:\n${lastLines.join("\n")}`);
}
