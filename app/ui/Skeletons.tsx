import styles from "./Skeletons.module.css";

/** Gray bars in place of lines of text that are loading, with the height of the lines. */
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
