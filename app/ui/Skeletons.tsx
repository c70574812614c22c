import styles from "./Skeletons.module.css";

/** Grey bars in the place of lines of text that are still to come, as tall as they will be. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <div className={styles.lines} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
        <div key={line} className={styles.bar} />
      ))}
    </div>
  );
}
