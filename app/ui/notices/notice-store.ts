import type { Notice, NoticeLevel } from "~/platform/notice";

/** A notice that is shown. */
export interface ShownNotice {
  id: string;
  notice: Notice;
  /** The action that answered it (a path); its undo goes there. */
  action?: string;
  /** How often it came in a row. */
  count: number;
}

/** A job whose outcome replaces the notice about its start. */
export interface WatchedJob {
  job: NonNullable<Notice["job"]>;
  /** Of the notice, and of the outcome. */
  topic?: string;
  link?: Notice["link"];
  action?: string;
}

export type NoticeChange =
  | { add: ShownNotice }
  | { dismiss: string }
  | { dismissTopic: string }
  | { dismissNotice: Notice }
  /** The time of its Undo is over. */
  | { endUndo: string };

/** A new success takes the place of the one before: "undo" means the last decision, and a queue must not fill the page with praise. */
const SUCCESSES_SHOWN = 1;
/** The owner may set an hour in which an approval can be undone. */
const TIMED_UNDOS_SHOWN = 5;

/** Until the time is over, the notice is neither merged nor replaced: nothing else undoes its change. */
const hasTimedUndo = ({ undo }: Notice): boolean => undo?.seconds !== undefined;

const isSame = (a: Notice, b: Notice) =>
  a.level === b.level && a.title === b.title && a.text === b.text && !hasTimedUndo(a) && !hasTimedUndo(b);

/** The topic of a notice: its own, or its job. */
export const topicOf = ({ topic, job }: Notice): string | undefined =>
  topic ?? (job && !job.keepsNotice ? `job ${job.id}` : undefined);

const FADES: Record<NoticeLevel, boolean> = { success: true, info: true, warning: false, critical: false };

function isReplacedBy(old: Notice, newer: Notice): boolean {
  const topic = topicOf(newer);
  return topic !== undefined && topicOf(old) === topic;
}

/**
 * The notices after a change, newest first. A repeated notice moves to the top and counts up, with its newest undo and
 * link. Each of the newest that have an Undo bound in time stays. Errors and warnings stay until they are dismissed.
 */
export function changeNotices(notices: readonly ShownNotice[], change: NoticeChange): readonly ShownNotice[] {
  if ("dismiss" in change) return notices.filter(({ id }) => id !== change.dismiss);
  if ("dismissTopic" in change)
    return notices.filter(({ notice }) => topicOf(notice) !== change.dismissTopic);
  if ("dismissNotice" in change) return notices.filter(({ notice }) => notice !== change.dismissNotice);
  if ("endUndo" in change)
    return notices.flatMap((shown) => (shown.id === change.endUndo ? withoutUndo(shown) : [shown]));
  const twin = notices.find(({ notice }) => isSame(notice, change.add.notice));
  const all = [
    { ...change.add, count: (twin?.count ?? 0) + change.add.count },
    ...notices.filter((shown) => shown !== twin && !isReplacedBy(shown.notice, change.add.notice)),
  ];
  const successes = all.filter(({ notice }) => notice.level === "success");
  const left = new Set([
    ...successes.filter(({ notice }) => !hasTimedUndo(notice)).slice(SUCCESSES_SHOWN),
    ...successes.filter(({ notice }) => hasTimedUndo(notice)).slice(TIMED_UNDOS_SHOWN),
  ]);
  return all.filter((shown) => !left.has(shown));
}

/** A notice that fades goes with its Undo. */
function withoutUndo({ notice: { undo: _undo, ...notice }, ...shown }: ShownNotice): ShownNotice[] {
  return FADES[notice.level] ? [] : [{ ...shown, notice }];
}

/** How long a notice is shown, in milliseconds; null: until it is dismissed, or until the time of its Undo is over. */
export function lifetimeOf(notice: Notice, successMs: number): number | null {
  if (hasTimedUndo(notice) || (!FADES[notice.level] && notice.seconds === undefined)) return null;
  const lifetime = notice.seconds === undefined ? successMs : notice.seconds * 1_000;
  // Long enough to reach its Undo or its link.
  return notice.undo || notice.link ? Math.max(lifetime, 30_000) : lifetime;
}

/** Marks the element around a notice's Undo. Its value counts from the newest notice, 0. */
export const UNDO_MARK = "data-undo";

/** Presses the Undo of the newest notice. @returns false without one */
export function undoNewest(): boolean {
  const marks = [...document.querySelectorAll(`[${UNDO_MARK}]`)];
  const rankOf = (mark: Element) => Number(mark.getAttribute(UNDO_MARK));
  const newest = marks.sort((one, other) => rankOf(one) - rankOf(other))[0]?.querySelector("button");
  newest?.click();
  return Boolean(newest);
}
