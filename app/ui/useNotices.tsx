import { createContext, type ReactNode, useContext, useMemo, useReducer } from "react";
import type { Notice } from "~/platform/notice";
import { appBridge } from "./app-bridge";
import { changeNotices, type ShownNotice } from "./notices/notice-store";
import { useActionAnswers } from "./notices/useActionAnswers";

interface Notices {
  shown: readonly ShownNotice[];
  /** Shows a notice that no action answered, for example a file that the browser cannot read. */
  show(notice: Notice): void;
  dismiss(id: string): void;
}

const NoticesContext = createContext<Notices | null>(null);

/** Collects the notices of all action answers below the shell; `NoticeBar` shows them. A success is also told as a toast. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [shown, change] = useReducer(changeNotices, []);
  const actions = useMemo(() => {
    const add = (notice: Notice, action?: string) => {
      change({ add: { id: crypto.randomUUID(), notice, action, count: 1 } });
      if (notice.level === "success") appBridge()?.toast.show(notice.text, { duration: 5000 });
    };
    return { add, show: (notice: Notice) => add(notice), dismiss: (id: string) => change({ dismiss: id }) };
  }, []);
  useActionAnswers(({ notice }, action) => {
    if (notice) actions.add(notice, action);
  });
  const value = useMemo(() => ({ shown, show: actions.show, dismiss: actions.dismiss }), [shown, actions]);
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
