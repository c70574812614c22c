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

export type NoticeChange = { add: ShownNotice } | { dismiss: string } | { dismissTopic: string };

/** A new success takes the place of the one before: "undo" means the last decision, and a queue must not fill the page with praise. */
const SUCCESSES_SHOWN = 1;

const isSame = (a: Notice, b: Notice) => a.level === b.level && a.title === b.title && a.text === b.text;

/** The topic of a notice: its own, or its job. */
export const topicOf = ({ topic, job }: Notice): string | undefined =>
  topic ?? (job && !job.keepsNotice ? `job ${job.id}` : undefined);

function isReplacedBy(old: Notice, newer: Notice): boolean {
  const topic = topicOf(newer);
  return topic !== undefined && topicOf(old) === topic;
}

/**
 * The notices after a change, newest first. A repeated notice moves to the top and counts up, with its newest undo and
 * link. Errors and warnings stay until they are dismissed.
 */
export function changeNotices(notices: readonly ShownNotice[], change: NoticeChange): readonly ShownNotice[] {
  if ("dismiss" in change) return notices.filter(({ id }) => id !== change.dismiss);
  if ("dismissTopic" in change)
    return notices.filter(({ notice }) => topicOf(notice) !== change.dismissTopic);
  const twin = notices.find(({ notice }) => isSame(notice, change.add.notice));
  const all = [
    { ...change.add, count: (twin?.count ?? 0) + change.add.count },
    ...notices.filter((shown) => shown !== twin && !isReplacedBy(shown.notice, change.add.notice)),
  ];
  const successes = all.filter(({ notice }) => notice.level === "success");
  return all.filter((shown) => !successes.slice(SUCCESSES_SHOWN).includes(shown));
}

/** How long a notice is shown, in milliseconds; null: until it is dismissed. */
export function lifetimeOf(notice: Notice, successMs: number): number | null {
  const fades: Record<NoticeLevel, boolean> = { success: true, info: true, warning: false, critical: false };
  if (!fades[notice.level] && notice.seconds === undefined) return null;
  // An Undo that stops working must not be offered any longer.
  if (notice.undo?.seconds !== undefined) return notice.undo.seconds * 1_000;
  const lifetime = notice.seconds === undefined ? successMs : notice.seconds * 1_000;
  // Long enough to reach its Undo or its link.
  return notice.undo || notice.link ? Math.max(lifetime, 30_000) : lifetime;
}
