import type { Socket } from "socket.io-client";
import type { JobOutcome } from "~/platform/jobs/job-outcome";
import { type LiveRun, MAX_LIVE_LINES } from "~/platform/realtime/live-run";
import type { RunMessage } from "~/platform/realtime/run-message";

/** Whether news arrive by themselves. `off`: the page lives without them and refreshes when it is looked at again. */
export type ConnectionStatus = "off" | "connecting" | "live";

/** A list has changed on the server; `ids` when it is known which rows. */
export interface ListChanged {
  list: string;
  ids?: string[];
}

/** How far a job is, as the server tells it. */
export interface JobState {
  id: string;
  state: string;
  done: number;
  failed: number;
  total: number;
  skipped?: number;
  /** How it ended, in words. */
  outcome?: JobOutcome | null;
}

/** After the server ended a connection (new grants, a restart) socket.io leaves it to us to come back. */
const COME_BACK_MS = 1_000;
/** The name of the list of jobs. */
const JOB_CENTRE = "jobs";
/** Pause after a refused handshake. */
const REFUSED_PAUSE_MS = 15_000;

/**
 * The page's realtime connection: changed lists and the progress of jobs, over socket.io at `/realtime`.
 * It keeps the latest events for `useSyncExternalStore`.
 */
export class Realtime {
  status: ConnectionStatus = "off";
  private readonly jobs = new Map<string, JobState>();
  private readonly runs = new Map<string, LiveRun>();
  /** The time of the message that ended a run. */
  private readonly runEnds = new Map<string, string>();
  private readonly watchers = new Set<() => void>();
  private readonly listWatchers = new Map<string, Set<() => void>>();
  /** When a list changed last, as `performance.now()`. */
  private readonly changes = new Map<string, number>();
  private socket: Socket | null = null;

  /**
   * Connects, and reconnects after every interruption, each time with a fresh session token. The library is loaded on the first call,
   * so it isn't part of the initial page.
   * @returns a function that closes the connection
   */
  connect(token: () => Promise<string>): () => void {
    let isClosed = false;
    const open = async () => {
      const { io } = await import("socket.io-client");
      if (isClosed) return;
      const socket = io({
        path: "/realtime",
        // Token first, connection second: without one the page stays as it is.
        auth: (answer) =>
          token().then(
            (value) => answer({ token: value }),
            () => answer({}),
          ),
      });
      this.socket = socket;
      socket.on("connect", () => {
        this.setStatus("live");
        // News of the time in between (since the page was written, or since the line broke) are lost: all lists ask again.
        for (const list of this.listWatchers.keys()) this.tellList(list);
      });
      socket.on("disconnect", (reason) => {
        this.setStatus("connecting");
        if (reason === "io server disconnect") setTimeout(() => !isClosed && socket.connect(), COME_BACK_MS);
      });
      socket.on("connect_error", () => {
        this.setStatus(socket.active ? "connecting" : "off");
        // Refused, not only out of reach: the library gives up then, but the next token may be a better one.
        if (!socket.active) setTimeout(() => !isClosed && socket.connect(), REFUSED_PAUSE_MS);
      });
      socket.on("changed", ({ list }: ListChanged) => {
        this.changes.set(list, performance.now());
        this.tellList(list);
      });
      socket.on("job", (job: JobState) => {
        // A job that is new, or ends with a file: more than the figures told here. The job center reads it.
        const isNews = this.jobs.get(job.id)?.state !== job.state;
        this.jobs.set(job.id, job);
        this.tell();
        if (isNews) this.tellList(JOB_CENTRE);
      });
      socket.on("notify", (message: RunMessage) => this.tellRun(message));
      socket.on("progress", (message: RunMessage) => this.tellRun(message));
    };
    this.setStatus("connecting");
    open().catch(() => this.setStatus("off"));
    return () => {
      isClosed = true;
      this.socket?.disconnect();
      this.socket = null;
      this.setStatus("off");
    };
  }

  /** The newest that is known of a job; undefined when nothing came yet. */
  job(id: string): JobState | undefined {
    return this.jobs.get(id);
  }

  /** What was sent about a run. Undefined when nothing was. */
  run(id: string): LiveRun | undefined {
    return this.runs.get(id);
  }

  /** Calls back when the status, a job or a run changed. */
  readonly watch = (onChange: () => void): (() => void) => {
    this.watchers.add(onChange);
    return () => this.watchers.delete(onChange);
  };

  /** Calls back when this list changed on the server. */
  watchList(list: string, onChange: () => void): () => void {
    const watchers = this.listWatchers.get(list) ?? new Set();
    this.listWatchers.set(list, watchers.add(onChange));
    return () => {
      watchers.delete(onChange);
    };
  }

  /** Whether this list changed on the server after a moment, also while nothing watched it. @param moment as `performance.now()` */
  changedSince(list: string, moment: number): boolean {
    return (this.changes.get(list) ?? Number.NEGATIVE_INFINITY) >= moment;
  }

  private setStatus(status: ConnectionStatus): void {
    if (status === this.status) return;
    this.status = status;
    this.tell();
  }

  /** Messages may arrive in another order than they were sent. */
  private tellRun({ run, progress, line, msg, date }: RunMessage): void {
    const endedAt = this.runEnds.get(run);
    // After a retry, newer messages follow an end.
    if (endedAt !== undefined && date <= endedAt) return;
    const before = (endedAt === undefined && this.runs.get(run)) || { progress: 0, lines: [] };
    if (progress === 100) this.runEnds.set(run, date);
    else this.runEnds.delete(run);
    const lines = line ? [...before.lines, { ...line, msg, date }].sort((a, b) => a.id - b.id) : before.lines;
    this.runs.set(run, {
      progress: Math.max(before.progress, progress ?? 0),
      lines: progress === 100 ? [] : lines.slice(-MAX_LIVE_LINES),
    });
    this.tell();
  }

  private tell(): void {
    for (const watcher of this.watchers) watcher();
  }

  private tellList(list: string): void {
    for (const watcher of this.listWatchers.get(list) ?? []) watcher();
  }
}
