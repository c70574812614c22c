import { createContext, type ReactNode, useContext, useMemo, useReducer, useRef, useState } from "react";
import type { JobOutcome } from "~/platform/jobs/job-outcome";
import type { ActionAnswer, Notice } from "~/platform/notice";
import { changeNotices, type ShownNotice, topicOf, type WatchedJob } from "./notices/notice-store";
import { useActionAnswers } from "./notices/useActionAnswers";
import { isAccepted } from "./OperationId";

interface Notices {
  shown: readonly ShownNotice[];
  /** Shows a notice that no action answered, for example a file that the browser cannot read. */
  show(notice: Notice): void;
  dismiss(id: string): void;
  /** Dismisses the notice about something that is no longer the case. */
  dismissTopic(topic: string): void;
  /** Dismisses the notice of an answer that its form shows itself. */
  dismissNotice(notice: Notice): void;
  /** Removes an Undo that no longer works. */
  endUndo(id: string): void;
  /** The jobs of the notices so far that haven't ended. */
  watchedJobs: readonly WatchedJob[];
  /** Replaces the notice about a job by its outcome. The title is the job's, unless the outcome has its own. */
  showOutcome(watched: WatchedJob, outcome: JobOutcome & { title?: string }): void;
  /** Leaves the refusals of a fetcher to the dialog that shows them, until the returned function is called. */
  showsOwnRefusals(fetcherKey: string): () => void;
  /** Calls back with the next answer to a fetcher, also when the page that asked has been left by then. */
  whenAnswered(fetcherKey: string, onAnswer: (answer: ActionAnswer) => void): void;
}

const NoticesContext = createContext<Notices | null>(null);

/** Collects the notices of all action answers below the shell; `NoticeBar` shows them. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [shown, change] = useReducer(changeNotices, []);
  const [watchedJobs, setWatchedJobs] = useState<readonly WatchedJob[]>([]);
  const ownRefusals = useRef(new Set<string>());
  const awaited = useRef(new Map<string, (answer: ActionAnswer) => void>());
  const actions = useMemo(() => {
    const add = (notice: Notice, action?: string) => {
      change({ add: { id: crypto.randomUUID(), notice, action, count: 1 } });
      const { job, link } = notice;
      if (job)
        setWatchedJobs((jobs) => [
          ...jobs.filter((one) => one.job.id !== job.id),
          { job, topic: topicOf(notice), link, action },
        ]);
    };
    return {
      add,
      show: (notice: Notice) => add(notice),
      dismiss: (id: string) => change({ dismiss: id }),
      dismissTopic: (topic: string) => change({ dismissTopic: topic }),
      dismissNotice: (notice: Notice) => change({ dismissNotice: notice }),
      endUndo: (id: string) => change({ endUndo: id }),
      showOutcome(
        { job, topic, link, action }: WatchedJob,
        { level, title = job.title, text, canUndo }: JobOutcome & { title?: string },
      ) {
        setWatchedJobs((jobs) => jobs.filter((one) => one.job.id !== job.id));
        const undo = canUndo ? job.undo : undefined;
        add({ level, title, text, link, undo, topic }, action);
      },
      showsOwnRefusals(fetcherKey: string) {
        ownRefusals.current.add(fetcherKey);
        return () => void ownRefusals.current.delete(fetcherKey);
      },
      whenAnswered: (fetcherKey: string, onAnswer: (answer: ActionAnswer) => void) =>
        void awaited.current.set(fetcherKey, onAnswer),
    };
  }, []);
  useActionAnswers((answer, { action, fetcherKey = "" }) => {
    const isShownInDialog = ownRefusals.current.has(fetcherKey) && !isAccepted(answer);
    if (answer.notice && !isShownInDialog) actions.add(answer.notice, action);
    const onAnswer = awaited.current.get(fetcherKey);
    awaited.current.delete(fetcherKey);
    // After the router has told everyone: it may begin another request.
    if (onAnswer) queueMicrotask(() => onAnswer(answer));
  });
  const value = useMemo(() => ({ shown, watchedJobs, ...actions }), [shown, watchedJobs, actions]);
  return <NoticesContext.Provider value={value}>{children}</NoticesContext.Provider>;
}

/**
 * The notices and how to show or dismiss one.
 * @throws when it is used outside the shell: a programming error.
 */
export function useNotices(): Notices {
  const notices = useContext(NoticesContext);
  if (!notices) throw new Error("useNotices is used outside NoticesProvider.");
  return notices;
}
