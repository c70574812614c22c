import { Icon } from "@shopify/polaris";
import { ImageIcon } from "@shopify/polaris-icons";
import { useEffect, useRef, useState } from "react";
import styles from "./MediaPicture.module.css";

/** A picture in a frame. An icon takes its place when there is none, or it can't be loaded. The alt text is beside it, so it has none of its own. */
export function MediaPicture({ url }: { url: string | null }) {
  const [isBroken, setBroken] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    // It may have failed before the page was hydrated.
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true);
  }, []);
  if (!url || isBroken)
    return (
      <span className={styles.noPicture}>
        <Icon source={ImageIcon} tone="subdued" accessibilityLabel="No preview" />
      </span>
    );
  return (
    <img
      ref={image}
      className={styles.picture}
      src={url}
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
    />
  );
}
