import { Icon } from "@shopify/polaris";
import { SearchIcon } from "@shopify/polaris-icons";
import { createContext, type ReactNode, Suspense, useCallback, useContext, useEffect, useState } from "react";
import { lazyPart } from "../lazy-part";
import { usePreload } from "../useLoad";
import styles from "./PaletteButton.module.css";

const loadPalette = () => import("./Palette");
const Palette = lazyPart(loadPalette);

const OpenContext = createContext<() => void>(() => {});

/** Opens the palette, for its button. */
export const useOpenPalette = (): (() => void) => useContext(OpenContext);

/** Opens the palette with Ctrl-K or ⌘K while the app has the focus. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  // Loaded only when it opens, it would miss what is typed right after the keys.
  usePreload(loadPalette);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      open();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [open]);
  return (
    <OpenContext.Provider value={open}>
      {children}
      {isOpen && (
        <Suspense>
          <Palette onClose={close} />
        </Suspense>
      )}
    </OpenContext.Provider>
  );
}

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
