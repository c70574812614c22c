import type { FetcherWithComponents } from "@remix-run/react";
import { useRef, useState } from "react";
import type { ActionAnswer } from "~/platform/notice";
import { isAccepted } from "../OperationId";
import { useHoldRefresh } from "../realtime/useRealtime";
import { useSaveBar } from "./SaveBarProvider";
import { useUnsavedChanges } from "./useUnsavedChanges";

interface SavedForm {
  fetcher: FetcherWithComponents<ActionAnswer>;
  /** Sent along, such as the version that is edited. */
  hidden?: Record<string, string>;
  /** What is stored now, as one text, unless `hidden` says it. */
  stored?: string;
}

/**
 * A form with the page's save bar. Its fields are reset by a save and by Discard, and when `hidden` or `stored` changes. With unsaved
 * changes, it stays as it was opened, and sends the `hidden` of then: the server sees that another window has changed it.
 * @returns `key` is another one for each reset: give it to what has the fields
 */
export function useSavedForm({ fetcher, hidden, stored }: SavedForm) {
  const form = useRef<HTMLFormElement>(null);
  const { state, data } = fetcher;
  const content = JSON.stringify([hidden, stored]);
  const [opened, setOpened] = useState<{
    key: number;
    content: string;
    hidden?: Record<string, string>;
    /** The last answer before. */
    answer?: ActionAnswer;
  }>({ key: 0, content, hidden });
  const reset = () => setOpened({ key: opened.key + 1, content, hidden, answer: data });
  const isDirty = useUnsavedChanges(form, opened.key);
  // Also when nothing that is shown has changed: a secret is empty again.
  const isSaved = state === "idle" && data !== opened.answer && isAccepted(data);
  if (isSaved || (content !== opened.content && !isDirty)) reset();
  useHoldRefresh(isDirty);
  useSaveBar(isDirty, {
    busy: state !== "idle",
    save: () => form.current?.requestSubmit(),
    discard: reset,
  });
  return {
    key: opened.key,
    isDirty,
    form: { ref: form, fetcher, hidden: opened.hidden, oldAnswer: opened.answer },
  };
}
