import { JOBS_LIST, type MissedLists } from "./rooms";

/** Older changes are forgotten. A page that was away for longer reads everything again (milliseconds). */
const KEPT_MS = 10 * 60_000;
/** A message may have been on its way when a connection broke (milliseconds). */
const MARGIN_MS = 2_000;

/** Stands for all lists. */
const EVERYTHING = "*";

/** What the adapter's channel has of a message. */
interface PublishedMessage {
  data?: { opts?: { rooms?: string[] }; packet?: { data?: [event: string, message?: { list?: string }] } };
}

/** Which lists have changed lately, by room, so that a page that connects again reads only these. */
export class RecentChanges {
  /** By room and list, as `performance.now()`. */
  private readonly rooms = new Map<string, Map<string, number>>();
  private completeSince = performance.now();

  /** Forgets everything, because messages were lost. */
  reset(): void {
    this.rooms.clear();
    this.completeSince = performance.now();
  }

  /** @param payload a message of the adapter's channel */
  record(payload: string): void {
    const { data } = JSON.parse(payload) as PublishedMessage;
    const [event, message] = data?.packet?.data ?? [];
    // A notice isn't repeated. What it is about is a change of its own.
    if (event === undefined || event === "notice") return;
    const list = event === "changed" ? message?.list : event === "job" ? JOBS_LIST : undefined;
    // A message without a list, such as one about a sync, can only be made up for by reading everything.
    for (const room of data?.opts?.rooms ?? []) this.recordIn(room, list ?? EVERYTHING);
  }

  /**
   * The lists of these rooms that have changed in the last milliseconds.
   * @returns null when that isn't known, or everything may have changed
   */
  changedWithin(rooms: Iterable<string>, milliseconds: number): MissedLists {
    const since = performance.now() - milliseconds - MARGIN_MS;
    if (!(milliseconds >= 0) || since < this.completeSince || milliseconds > KEPT_MS) return null;
    const lists = new Set<string>();
    for (const room of rooms)
      for (const [list, at] of this.rooms.get(room) ?? []) if (at >= since) lists.add(list);
    return lists.has(EVERYTHING) ? null : [...lists];
  }

  private recordIn(room: string, list: string): void {
    const lists = this.rooms.get(room) ?? new Map<string, number>();
    this.rooms.set(room, lists.set(list, performance.now()));
  }

  /** Call it now and then, or rooms of people who have left would stay. */
  forgetOld(): void {
    const before = performance.now() - KEPT_MS - MARGIN_MS;
    for (const [room, lists] of this.rooms) {
      for (const [list, at] of lists) if (at < before) lists.delete(list);
      if (lists.size === 0) this.rooms.delete(room);
    }
  }
}
