import { createContext, type ReactNode, useContext, useMemo, useReducer, useRef } from "react";
import type { Notice } from "~/platform/notice";
import { changeNotices, type ShownNotice } from "./notices/notice-store";
import { useActionAnswers } from "./notices/useActionAnswers";
import { isAccepted } from "./OperationId";

interface Notices {
  shown: readonly ShownNotice[];
  /** Shows a notice that no action answered, for example a file that the browser cannot read. */
  show(notice: Notice): void;
  dismiss(id: string): void;
  /** Leaves the refusals of a fetcher to the dialog that shows them, until the returned function is called. */
  showsOwnRefusals(fetcherKey: string): () => void;
}

const NoticesContext = createContext<Notices | null>(null);

/** Collects the notices of all action answers below the shell; `NoticeBar` shows them. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [shown, change] = useReducer(changeNotices, []);
  const ownRefusals = useRef(new Set<string>());
  const actions = useMemo(() => {
    const add = (notice: Notice, action?: string) =>
      change({ add: { id: crypto.randomUUID(), notice, action, count: 1 } });
    return {
      add,
      show: (notice: Notice) => add(notice),
      dismiss: (id: string) => change({ dismiss: id }),
      showsOwnRefusals(fetcherKey: string) {
        ownRefusals.current.add(fetcherKey);
        return () => void ownRefusals.current.delete(fetcherKey);
      },
    };
  }, []);
  useActionAnswers((answer, { action, fetcherKey }) => {
    const isShownInDialog = fetcherKey && ownRefusals.current.has(fetcherKey) && !isAccepted(answer);
    if (answer.notice && !isShownInDialog) actions.add(answer.notice, action);
  });
  const value = useMemo(() => ({ shown, ...actions }), [shown, actions]);
  return <NoticesContext.Provider value={value}>{children}</NoticesContext.Provider>;
}

/**
 * The notices and how to show or dismiss one.
 * @throws when it is used outside the shell: a fault of the program.
 */
export function useNotices(): Notices {
  const notices = useContext(NoticesContext);
  if (!notices) throw new Error("useNotices is used outside NoticesProvider.");
  return notices;
}
