import { Text } from "@shopify/polaris";
import { useState } from "react";
import styles from "./Tags.module.css";

const SHOWN = 2;
const LONG = 18;

/**
 * A row's tags. The first few are shown, long ones cut; one button opens all of them in full, also for the keyboard and for touch.
 */
export function Tags({ tags }: { tags: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const shown = open ? tags : tags.slice(0, SHOWN);
  const hidden = tags.length - shown.length;
  const isCut = hidden > 0 || shown.some((tag) => tag.length > LONG);
  if (tags.length === 0) return null;
  return (
    <span className={styles.tags}>
      {shown.map((tag) => (
        <span key={tag} className={open ? styles.full : styles.tag} title={tag}>
          {tag}
        </span>
      ))}
      {(isCut || open) && (
        <button type="button" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "less" : hidden > 0 ? `+${hidden}` : "…"}
          <Text as="span" visuallyHidden>
            {open ? " tags" : ` Show all ${tags.length} tags in full`}
          </Text>
        </button>
      )}
    </span>
  );
}
