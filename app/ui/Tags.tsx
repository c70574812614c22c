import { Popover, Text } from "@shopify/polaris";
import { useState } from "react";
import styles from "./Tags.module.css";

const SHOWN = 2;
const LONG = 18;

/**
 * A row's tags. The first few are shown, long ones cut. One button shows all of them in full over the rows, also for the keyboard and for
 * touch.
 */
export function Tags({ tags }: { tags: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const shown = tags.slice(0, SHOWN);
  const hidden = tags.length - shown.length;
  const isCut = hidden > 0 || shown.some((tag) => tag.length > LONG);
  if (tags.length === 0) return null;
  return (
    <span className={styles.tags}>
      {shown.slice(0, -1).map(shownTag)}
      <span className={styles.end}>
        {shown.slice(-1).map(shownTag)}
        {isCut && (
          <Popover
            active={isOpen}
            onClose={() => setOpen(false)}
            activatorWrapper="span"
            activator={
              <button type="button" className={styles.more} onClick={() => setOpen(!isOpen)}>
                {hidden > 0 ? `+${hidden}` : "…"}
                <Text as="span" visuallyHidden>
                  {` Show all ${tags.length} tags in full`}
                </Text>
              </button>
            }
          >
            <Popover.Section>
              <ul className={styles.all}>
                {tags.map((tag) => (
                  <li key={tag} className={styles.full}>
                    {tag}
                  </li>
                ))}
              </ul>
            </Popover.Section>
          </Popover>
        )}
      </span>
    </span>
  );
}

const shownTag = (tag: string) => (
  <span key={tag} className={styles.tag} title={tag}>
    {tag}
  </span>
);
