import styles from "./TwoLines.module.css";

/**
 * A text in a table of many columns: two lines at the most, so that long ones do not make a page of ten rows into three. All of it
 * is there for the pointer, and for who hears the page.
 */
export const TwoLines = ({ text }: { text: string }) => (
  <span className={styles.text} title={text}>
    {text}
  </span>
);
