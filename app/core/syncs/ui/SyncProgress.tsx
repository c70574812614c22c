import { useRevalidator } from "@remix-run/react";
import { BlockStack, Box, ProgressBar, Text } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import type { Notice } from "~/platform/notice";
import type { LiveSync } from "~/platform/realtime/live-sync";
import { SecondsMoment } from "~/ui/Moment";
import { useConnectionStatus, useIsHeld } from "~/ui/realtime/useRealtime";
import { useNotices } from "~/ui/useNotices";
import { usePoll } from "~/ui/usePoll";
import { type SyncNoun, syncsListOf } from "../sync";
import type { SyncAnswer } from "../sync-schemas";
import styles from "./SyncProgress.module.css";

/** How far down the log may be scrolled up and still follow new lines (pixels). */
const FOLLOW_WITHIN_PX = 40;

interface SyncProgressBarProps {
  title: string;
  /** Null when none is in progress. */
  percent: number | null;
  /** One was requested, and isn't loaded yet. */
  isStarting: boolean;
  noun: SyncNoun;
}

/** How far a sync is. */
export function SyncProgressBar({ title, percent, isStarting, noun }: SyncProgressBarProps) {
  const idle = isStarting ? `The ${noun} is starting.` : `No ${noun} is running.`;
  return (
    <BlockStack gap="100">
      <Text as="p" id="run-progress" tone={percent === null ? "subdued" : undefined}>
        {percent === null ? idle : `${title}: ${percent} %`}
      </Text>
      {/* Its place stays free without a sync: a bar at 0 % beside the last one that is complete would contradict it. */}
      <Box minHeight="var(--p-space-400)">
        {percent !== null && <ProgressBar progress={percent} size="small" ariaLabelledBy="run-progress" />}
      </Box>
    </BlockStack>
  );
}

interface LiveLogProps extends Pick<LiveSync, "lines"> {
  /** Why the lines so far are missing. */
  problem: string | undefined;
  /** In pixels. */
  height: number;
  noun: SyncNoun;
}

/** The log of a sync in progress. It follows new lines unless it is scrolled up. */
export function LiveLog({ lines, problem, height, noun }: LiveLogProps) {
  const box = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line is followed
  useEffect(() => {
    if (isFollowing.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  return (
    <div
      ref={box}
      role="log"
      aria-label="Live log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      tabIndex={0}
      className={styles.log}
      style={{ height }}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isFollowing.current = scrollHeight - scrollTop - clientHeight < FOLLOW_WITHIN_PX;
      }}
    >
      {problem ? (
        <span className={styles.empty}>{`The log so far couldn't be read. ${problem}`}</span>
      ) : (
        lines.length === 0 && <span className={styles.empty}>The log of a running {noun} is shown here.</span>
      )}
      {lines.map(({ id, date, level, msg }) => (
        <div key={id} className={styles.line} data-level={level}>
          <SecondsMoment at={date} /> {msg}
        </div>
      ))}
    </div>
  );
}

/** ISO 8601. Empty for one that hasn't ended. */
const endOf = (sync: SyncAnswer | null | undefined): string => sync?.finishedAt ?? "";

/** The sync that ended last: one that was retried ends again. Null without one. */
const lastEnded = (syncs: readonly SyncAnswer[]): SyncAnswer | null =>
  syncs
    .filter(({ finishedAt }) => finishedAt !== null)
    .toSorted((one, other) => endOf(other).localeCompare(endOf(one)))[0] ?? null;

/**
 * Shows once how a sync ended that ends while its page is open, also when the next one has started by then.
 * @param syncs as the page has loaded them. Undefined when they couldn't be read
 * @param options.noun what the page calls it
 * @param options.seconds how long a success is shown, on pages with a required duration
 */
export function useSyncOutcome(
  section: string,
  syncs: readonly SyncAnswer[] | undefined,
  { noun = "sync", seconds }: OutcomeOptions = {},
): void {
  const { show } = useNotices();
  const last = syncs && lastEnded(syncs);
  // What had ended before the page first read the syncs is not shown.
  const shown = useRef(last);
  useEffect(() => {
    if (shown.current === undefined) shown.current = last;
    const before = shown.current;
    const isShown = last?.fileName === before?.fileName && endOf(last) === endOf(before);
    if (!last || isShown || endOf(last) < endOf(before)) return;
    shown.current = last;
    show({ ...outcomeOf(last, noun, seconds), topic: syncsListOf(section) });
  }, [last, section, noun, seconds, show]);
}

interface OutcomeOptions {
  noun?: keyof typeof TITLES;
  seconds?: number;
}

const TITLES = { sync: "Sync", comparison: "Comparison" };

function outcomeOf(
  { status, state, failed, reason, notes }: SyncAnswer,
  noun: keyof typeof TITLES,
  seconds?: number,
): Notice {
  const text = reason ?? notes.join(", ");
  if (state === "cancelled") return { level: "warning", text: `The ${noun} was canceled.` };
  if (failed === 0 && state !== "failed")
    return { level: "success", text: text || `The ${noun} is complete.`, seconds };
  return { level: "critical", title: `${TITLES[noun]}: ${status}`, text: text || "The log says why." };
}

const POLL_MS = 30_000;

/**
 * Loads the page again every 30 seconds while a sync is in progress and the server can't send what it does. Not while a dialog with
 * unsaved input is open.
 */
export function useSyncPoll(isRunning: boolean): void {
  const { revalidate } = useRevalidator();
  const isHeld = useIsHeld();
  const isLive = useConnectionStatus() === "live";
  const poll = () => {
    if (!isHeld()) revalidate();
  };
  usePoll({ isActive: isRunning && !isLive, everyMs: POLL_MS, poll });
}
