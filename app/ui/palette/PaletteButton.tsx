import { Icon } from "@shopify/polaris";
import { SearchIcon } from "@shopify/polaris-icons";
import styles from "./PaletteButton.module.css";
import { useOpenPalette } from "./PaletteProvider";

/** Opens the palette on every page. It is in the blank strip above the page's title, where it moves nothing. */
export function PaletteButton() {
  const open = useOpenPalette();
  return (
    <div className={styles.strip}>
      <button type="button" className={styles.button} aria-keyshortcuts="Control+K Meta+K" onClick={open}>
        <Icon source={SearchIcon} tone="subdued" />
        <span>Find anything</span>
        <kbd className={styles.keys}>Ctrl K</kbd>
      </button>
    </div>
  );
}
