import { Banner, Button, InlineStack, Link } from "@shopify/polaris";
import { type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ActionAnswer, Notice } from "~/platform/notice";
import { findActiveRow } from "~/ui/focus";
import { wasOffline } from "./keep-when-offline";
import { lazyPart } from "./lazy-part";
import { useShortcutPreference, useShortcuts } from "./list/useShortcuts";
import styles from "./NoticeBar.module.css";
import { lifetimeOf, type ShownNotice, UNDO_MARK, undoNewest } from "./notices/notice-store";
import { OPERATION_ID } from "./OperationId";
import { useServerNotices } from "./realtime/useRealtime";
import { AS_JSON, postedCall } from "./useCall";
import { useFetcher } from "./useFetcher";
import { useNotices } from "./useNotices";

const JobOutcomes = lazyPart(() => import("./notices/JobOutcomes"));

/** How long a success is shown: the specification's 7 seconds. */
const SUCCESS_MS = 7_000;

/**
 * The notices of the page, in view also far down a list. A failure is shown above the page and stays until it is dismissed.
 * A success floats over the page's head and fades: it must not push the rows away under the pointer of an administrator who
 * works through a queue.
 */
export function NoticeBar({ successMs = SUCCESS_MS }: { successMs?: number }) {
  const { shown, watchedJobs, show } = useNotices();
  useServerNotices(show);
  const [shortcutsEnabled] = useShortcutPreference();
  // On every page. A dialog with keys of its own binds it, too.
  useShortcuts({ z: undoNewest }, shortcutsEnabled);
  const banners = (level: "floating" | "persistent") =>
    shown
      .filter(({ notice }) => (notice.level === "success") === (level === "floating"))
      .map((one) => (
        <NoticeBanner key={one.id} shown={one} rank={shown.indexOf(one)} successMs={successMs} />
      ));
  return (
    <div className={styles.bar}>
      {watchedJobs.length > 0 && (
        <Suspense>
          <JobOutcomes />
        </Suspense>
      )}
      <div className={styles.persistent} aria-live="assertive">
        {banners("persistent")}
      </div>
      <div className={styles.floating} aria-live="polite">
        <div className={styles.stack}>{banners("floating")}</div>
      </div>
    </div>
  );
}

interface NoticeBannerProps {
  shown: ShownNotice;
  /** From the newest notice, 0. */
  rank: number;
  successMs: number;
}

function NoticeBanner({ shown, rank, successMs }: NoticeBannerProps) {
  const { notice, id, count } = shown;
  const { dismiss } = useNotices();
  const [isUnderPointer, setUnderPointer] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isHeld = isUnderPointer || hasFocus;
  const lifetime = lifetimeOf(notice, successMs);

  useEffect(() => {
    // Under the pointer or with the focus inside it stays (WCAG 2.2.1).
    if (lifetime === null || isHeld) return;
    const timer = setTimeout(() => dismiss(id), lifetime);
    return () => clearTimeout(timer);
  }, [lifetime, isHeld, dismiss, id]);

  const element = useRef<HTMLDivElement>(null);
  useReturnFocusFrom(element);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the banner is being read
    <div
      ref={element}
      className={styles.notice}
      onMouseEnter={() => setUnderPointer(true)}
      onMouseLeave={() => setUnderPointer(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <Banner title={notice.title} tone={notice.level} onDismiss={() => dismiss(id)}>
        <InlineStack gap="300" blockAlign="center">
          <span>
            {notice.text}
            {count > 1 && ` (${count} times)`}
          </span>
          {notice.undo && <UndoButton shown={shown} rank={rank} undo={notice.undo} />}
          {/* The page that it leads to says the same. */}
          {notice.link && (
            <Link url={notice.link.url} onClick={() => dismiss(id)}>
              {notice.link.label}
            </Link>
          )}
        </InlineStack>
      </Banner>
    </div>
  );
}

/**
 * When a notice or its Undo goes while it holds the focus, the focus returns to the list's active row, or to the page, instead of
 * being lost.
 */
function useReturnFocusFrom(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(
    () => () => {
      if (!element.current?.contains(document.activeElement)) return;
      requestAnimationFrame(() => {
        const target = findActiveRow() ?? document.querySelector("main");
        if (document.activeElement === document.body) target?.focus();
      });
    },
    [element],
  );
}

/** @param seconds undefined when the time never ends */
function useIsTimeOver(seconds: number | undefined): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (seconds === undefined) return;
    const timer = setTimeout(() => setOver(true), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return isOver;
}

/** The answer was lost, or a system failed. A refusal is final. */
const mayTryAgain = (answer: ActionAnswer): boolean => wasOffline(answer) || (answer.status ?? 0) >= 500;

/** Undoes the change by posting the notice's fields to the action that answered it. */
function UndoButton({
  shown,
  rank,
  undo,
}: Pick<NoticeBannerProps, "shown" | "rank"> & { undo: NonNullable<Notice["undo"]> }) {
  const fetcher = useFetcher<ActionAnswer>();
  const { dismiss, endUndo } = useNotices();
  // One operation per notice: a second click repeats it instead of undoing twice.
  const [operationId] = useState(() => crypto.randomUUID());
  const isOver = fetcher.state === "idle" && fetcher.data !== undefined && !mayTryAgain(fetcher.data);
  useEffect(() => {
    // What the undo answered is a notice of its own.
    if (isOver) dismiss(shown.id);
  }, [isOver, dismiss, shown.id]);
  const isTimeOver = useIsTimeOver(undo.seconds);
  const isIdle = fetcher.state === "idle";
  useEffect(() => {
    // Also under the pointer: an Undo that stops working must not be offered any longer. The answer of a late click still comes.
    if (isTimeOver && isIdle) endUndo(shown.id);
  }, [isTimeOver, isIdle, endUndo, shown.id]);
  const element = useRef<HTMLSpanElement>(null);
  useReturnFocusFrom(element);
  return (
    <span ref={element} className={styles.undo} {...{ [UNDO_MARK]: rank }}>
      <Button
        size="micro"
        loading={!isIdle}
        onClick={() =>
          undo.call
            ? fetcher.submit(postedCall(undo.call, operationId), { ...AS_JSON, action: shown.action })
            : fetcher.submit(
                { [OPERATION_ID]: operationId, ...undo.fields },
                { method: "post", action: shown.action },
              )
        }
      >
        {undo.label}
      </Button>
    </span>
  );
}
