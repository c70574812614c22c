import { BlockStack, ProgressBar, Text } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import type { LiveRun } from "~/platform/realtime/live-run";
import { SecondsMoment } from "~/ui/SecondsMoment";
import styles from "./RunProgress.module.css";

/** How far down the log may be scrolled up and still follow new lines (pixels). */
const FOLLOW_WITHIN_PX = 40;

/** A run in progress: a progress bar and its log, which follows new lines unless it is scrolled up. */
export function RunProgress({ title, run }: { title: string; run: LiveRun | null }) {
  const percent = run?.progress ?? 0;
  return (
    <BlockStack gap="300">
      <BlockStack gap="100">
        <Text as="p" id="run-progress" tone={run ? undefined : "subdued"}>
          {run ? `${title}: ${percent} %` : "No sync is running."}
        </Text>
        <ProgressBar progress={percent} size="small" ariaLabelledBy="run-progress" />
      </BlockStack>
      <LiveLog lines={run?.lines ?? []} />
    </BlockStack>
  );
}

function LiveLog({ lines }: Pick<LiveRun, "lines">) {
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
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isFollowing.current = scrollHeight - scrollTop - clientHeight < FOLLOW_WITHIN_PX;
      }}
    >
      {lines.length === 0 && <span className={styles.empty}>The log of a running sync is shown here.</span>}
      {lines.map(({ id, date, level, msg }) => (
        <div key={id} className={styles.line} data-level={level}>
          <SecondsMoment at={date} /> {msg}
        </div>
      ))}
    </div>
  );
}
