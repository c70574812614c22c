import type { Socket } from "socket.io-client";
import type { JobOutcome } from "~/platform/jobs/job-outcome";
import type { Notice } from "~/platform/notice";
import { type LiveSync, MAX_LIVE_LINES, type SyncMessage } from "~/platform/realtime/live-sync";
import {
  isOvertaken,
  JOBS_LIST,
  MISSED_LISTS,
  type MissedLists,
  type SubjectViewers,
  VIEWERS,
  VIEWS,
} from "~/platform/realtime/rooms";
import { loadScript } from "~/ui/load-script";

/** Whether the server pushes changes to the page. `off`: it doesn't, and the page refreshes when its window becomes visible. */
export type ConnectionStatus = "off" | "connecting" | "live";

/** A list has changed on the server; `ids` when it is known which rows. */
export interface ListChanged {
  list: string;
  ids?: string[];
}

/** The progress of a job, as the server sends it. */
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

const NO_VIEWERS: SubjectViewers = { subject: "", viewers: [], from: "", number: 0 };

/** socket.io doesn't reconnect by itself after the server closed the connection (new permissions, a restart). */
const RECONNECT_MS = 1_000;
/** A server that doesn't know the request doesn't answer it. */
const MISSED_WITHIN_MS = 5_000;
/** Pause after a refused handshake, or when the library couldn't be loaded. */
const REFUSED_PAUSE_MS = 15_000;

/**
 * The page's realtime connection: changed lists and the progress of jobs, over socket.io at `/realtime`.
 * It keeps the latest events for `useSyncExternalStore`.
 */
export class Realtime {
  status: ConnectionStatus = "off";
  /** Shows what the server says without a request. */
  onNotice: (notice: Notice) => void = () => {};
  private readonly jobs = new Map<string, JobState>();
  private readonly syncs = new Map<string, LiveSync>();
  /** The time of the message that ended a sync. */
  private readonly syncEnds = new Map<string, string>();
  private readonly watchers = new Set<() => void>();
  private readonly listWatchers = new Map<string, Set<() => void>>();
  /** When a list changed last, as `performance.now()`. */
  private readonly changes = new Map<string, number>();
  private socket: Socket | null = null;
  /** When the server was heard last, as `performance.now()`: before the first time, when the page was requested. */
  private heardAt = 0;
  /** The record that the page shows. */
  private subject: string | null = null;
  private viewers: SubjectViewers = NO_VIEWERS;
  /** The next connection reads all lists again. */
  private mustReadAll = false;

  /**
   * Connects, and reconnects after every interruption, each time with a fresh session token. The library is loaded on the first call,
   * so it isn't part of the initial page.
   * @returns a function that closes the connection
   */
  connect(token: () => Promise<string>): () => void {
    let isClosed = false;
    const open = async () => {
      const { io } = await loadScript(() => import("socket.io-client"));
      if (isClosed) return;
      const socket = io({
        path: "/realtime",
        // Requests of a long poll would need a load balancer that sends all of them to the same process.
        transports: ["websocket", "polling"],
        tryAllTransports: true,
        // The handshake waits for the token. Without one the server refuses it.
        auth: (answer) =>
          token().then(
            (value) => answer({ token: value }),
            () => answer({}),
          ),
      });
      this.socket = socket;
      socket.on("connect", () => {
        this.setStatus("live");
        void this.readMissed(socket);
        if (this.subject) socket.emit(VIEWS, this.subject);
      });
      socket.io.on("ping", () => {
        this.heardAt = performance.now();
      });
      socket.on("disconnect", (reason) => {
        this.viewers = NO_VIEWERS;
        this.setStatus("connecting");
        if (reason !== "io server disconnect") return;
        // The server ends a connection whose rights have changed. What the person may read now differs in every list.
        this.mustReadAll = true;
        setTimeout(() => !isClosed && socket.connect(), RECONNECT_MS);
      });
      socket.on("connect_error", () => {
        this.setStatus(socket.active ? "connecting" : "off");
        // Refused, not only unreachable: the library gives up then, but the next token may be accepted.
        if (!socket.active) setTimeout(() => !isClosed && socket.connect(), REFUSED_PAUSE_MS);
      });
      socket.on("changed", ({ list }: ListChanged) => {
        this.changes.set(list, performance.now());
        this.notifyList(list);
      });
      socket.on("job", (job: JobState) => {
        // The message has only the counts. For a job that is new or has ended, the list of jobs is read again.
        const isNewState = this.jobs.get(job.id)?.state !== job.state;
        this.jobs.set(job.id, job);
        this.notify();
        if (isNewState) this.notifyList(JOBS_LIST);
      });
      socket.on("notice", (notice: Notice) => this.onNotice(notice));
      socket.on(VIEWERS, (message: SubjectViewers) => {
        if (message.subject !== this.subject || isOvertaken(message, this.viewers)) return;
        this.viewers = message;
        this.notify();
      });
      socket.on("notify", (message: SyncMessage) => this.storeSync(message));
      socket.on("progress", (message: SyncMessage) => this.storeSync(message));
    };
    const start = () => {
      open().catch(() => setTimeout(() => !isClosed && start(), REFUSED_PAUSE_MS));
    };
    this.setStatus("connecting");
    start();
    return () => {
      isClosed = true;
      this.socket?.disconnect();
      this.socket = null;
      this.setStatus("off");
    };
  }

  /** A job's latest message. Undefined before the first one. */
  job(id: string): JobState | undefined {
    return this.jobs.get(id);
  }

  /** Forgets a job's messages, because its next ones are about another attempt. */
  forgetJob(id: string): void {
    this.jobs.delete(id);
  }

  /** What was sent about a sync. Undefined when nothing was. */
  sync(id: string): LiveSync | undefined {
    return this.syncs.get(id);
  }

  /** Says that the page shows a record, `showPromotion/submission/17`. @returns a function that says that it no longer does */
  show(subject: string): () => void {
    const say = (next: string | null) => {
      this.subject = next;
      this.viewers = NO_VIEWERS;
      if (this.status === "live") this.socket?.emit(VIEWS, next);
      this.notify();
    };
    say(subject);
    return () => {
      // The next record may be shown before this one is hidden.
      if (this.subject === subject) say(null);
    };
  }

  /** Who looks at the record that the page shows, as far as is known. */
  viewersOf(subject: string): SubjectViewers["viewers"] {
    return this.viewers.subject === subject ? this.viewers.viewers : NO_VIEWERS.viewers;
  }

  /** Calls back when the status, a job, a sync or the viewers changed. */
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

  /** Asks which lists changed since the page was opened, or since the connection was heard last, and reads them again. */
  private async readMissed(socket: Socket): Promise<void> {
    const awayMs = performance.now() - this.heardAt;
    const missed: MissedLists = this.mustReadAll
      ? null
      : await socket
          .timeout(MISSED_WITHIN_MS)
          .emitWithAck(MISSED_LISTS, Math.ceil(awayMs))
          .catch(() => null);
    this.mustReadAll = false;
    this.heardAt = performance.now();
    for (const list of missed ?? this.listWatchers.keys()) {
      this.changes.set(list, performance.now());
      this.notifyList(list);
    }
  }

  private setStatus(status: ConnectionStatus): void {
    if (status === this.status) return;
    this.status = status;
    this.notify();
  }

  /** Messages may arrive in another order than they were sent. */
  private storeSync({ run: id, progress, line, msg, date }: SyncMessage): void {
    const endedAt = this.syncEnds.get(id);
    // After a retry, newer messages follow an end.
    if (endedAt !== undefined && date <= endedAt) return;
    const before = (endedAt === undefined && this.syncs.get(id)) || { progress: 0, lines: [] };
    if (progress === 100) this.syncEnds.set(id, date);
    else this.syncEnds.delete(id);
    const lines = line ? [...before.lines, { ...line, msg, date }].sort((a, b) => a.id - b.id) : before.lines;
    this.syncs.set(id, {
      progress: Math.max(before.progress, progress ?? 0),
      lines: progress === 100 ? [] : lines.slice(-MAX_LIVE_LINES),
    });
    this.notify();
  }

  private notify(): void {
    for (const watcher of this.watchers) watcher();
  }

  private notifyList(list: string): void {
    for (const watcher of this.listWatchers.get(list) ?? []) watcher();
  }
}
