import type { FetcherWithComponents } from "@remix-run/react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ActionAnswer, Notice } from "~/platform/notice";
import { acceptedAnswer, isAccepted } from "~/ui/OperationId";
import { useHoldRefresh } from "~/ui/realtime/useRealtime";
import { useNotices } from "~/ui/useNotices";
import type { FormCall } from "./ActionForm";
import { useSaveBar } from "./SaveBarProvider";

interface SavedForm {
  fetcher: FetcherWithComponents<ActionAnswer>;
  /** The call that it makes. It may name the version that is edited. */
  call: FormCall;
  /** What is stored now, as one text, unless `call` says it. */
  stored?: string;
}

/**
 * A form with the page's save bar. Its fields are reset by a save and by Discard, and when `call` or `stored` changes. With unsaved
 * changes, it stays as it was opened, and makes the `call` of then: the server sees that another window has changed it.
 * @returns `key` is another one for each reset: give it to what has the fields
 */
export function useSavedForm({ fetcher, call, stored }: SavedForm) {
  const form = useRef<HTMLFormElement>(null);
  const { state, data } = fetcher;
  const content = JSON.stringify([call, stored]);
  const [opened, setOpened] = useState<{
    key: number;
    content: string;
    call: FormCall;
    /** The last answer before. */
    answer?: ActionAnswer;
  }>({ key: 0, content, call });
  const reset = () => setOpened({ key: opened.key + 1, content, call, answer: data });
  const isDirty = useUnsavedChanges(form, opened.key);
  const accepted = acceptedAnswer(fetcher);
  const isSaved = accepted !== undefined && accepted !== opened.answer;
  // Also when nothing that is shown has changed: a secret is empty again.
  if ((isSaved && state === "idle") || (content !== opened.content && !isDirty)) reset();
  useHoldRefresh(isDirty);
  useSaveBar(isDirty && !isSaved, {
    busy: state !== "idle",
    save: () => form.current?.requestSubmit(),
    discard: reset,
  });
  const isOutdated = isDirty && content !== opened.content;
  const answer = state === "idle" && data !== opened.answer ? data : undefined;
  useForgottenRefusal(answer, opened.key);
  return {
    key: opened.key,
    isDirty,
    /** Why it wasn't saved, when someone else has changed what is stored: what was entered can be saved over that. */
    conflict: isOutdated &&
      answer?.status === 409 &&
      answer.notice && {
        notice: answer.notice,
        onApply() {
          flushSync(() => setOpened({ ...opened, content, call }));
          form.current?.requestSubmit();
        },
      },
    form: {
      ref: form,
      fetcher,
      call: opened.call,
      oldAnswer: opened.answer,
      isOutdated,
    },
  };
}

/** The notice of a refusal goes with what was refused: once that is saved with other values, or discarded (`savedKey` changes then). */
function useForgottenRefusal(answer: ActionAnswer | undefined, savedKey: number): void {
  const { dismissNotice } = useNotices();
  const refused = useRef<Notice>();
  if (answer && !isAccepted(answer)) refused.current = answer.notice;
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each save and Discard
  useEffect(() => {
    if (refused.current) dismissNotice(refused.current);
    refused.current = undefined;
  }, [savedKey, dismissNotice]);
}

/** Not the person's input: it differs from visit to visit. */
const OWN_FIELDS = new Set(["operationId"]);

const contentOf = (form: HTMLFormElement): string =>
  JSON.stringify([...new FormData(form)].filter(([name]) => !OWN_FIELDS.has(name)));

/**
 * Whether a form holds something else than when it was opened, or last saved (`savedKey` changes then).
 * Reads the form itself, so that every kind of field counts.
 */
function useUnsavedChanges(form: RefObject<HTMLFormElement | null>, savedKey: number): boolean {
  const [content, setContent] = useState<{ savedKey: number; initial: string; current: string }>();

  useEffect(() => {
    if (!form.current) return;
    const initial = contentOf(form.current);
    setContent({ savedKey, initial, current: initial });
  }, [form, savedKey]);

  const read = useCallback(() => {
    // After React has written the new values into the fields.
    requestAnimationFrame(() => {
      const current = form.current && contentOf(form.current);
      if (current !== null) setContent((before) => before && { ...before, current });
    });
  }, [form]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: Discard may make another form element
  useEffect(() => {
    const element = form.current;
    element?.addEventListener("input", read);
    element?.addEventListener("change", read);
    return () => {
      element?.removeEventListener("input", read);
      element?.removeEventListener("change", read);
    };
  }, [form, read, savedKey]);

  // In the render after a save or Discard, what was read before is about the fields from before.
  return content?.savedKey === savedKey && content?.current !== content?.initial;
}
