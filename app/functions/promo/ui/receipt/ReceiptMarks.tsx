import type { Place } from "~/domain/submissions/reading/reading";
import styles from "./ReceiptMarks.module.css";

/** Where a field was found on a receipt, and how it is to what was typed. */
export interface ReceiptMark {
  name: string;
  state: "equal" | "different" | "untyped";
  place: Place;
}

/** Frames around what was found on a page, over its picture. What they mean is in the comparison, so they are only for the eye. */
export const ReceiptMarks = ({ marks, page }: { marks: readonly ReceiptMark[]; page: number }) => (
  <>
    {marks
      .filter(({ place }) => place.page === page)
      .map(({ name, state, place }) => (
        <span
          key={name}
          aria-hidden="true"
          data-mark={name}
          className={`${styles.mark} ${styles[state]}`}
          style={{
            left: percent(place.x),
            top: percent(place.y),
            width: percent(place.width),
            height: percent(place.height),
          }}
        />
      ))}
  </>
);

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
