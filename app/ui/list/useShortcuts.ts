import { useEffect, useRef } from "react";
import { useRememberedSwitch } from "../useRememberedSwitch";

/** Keys (as in `KeyboardEvent.key`) and what they do. A handler that answers false leaves the key to the browser. */
export type Shortcuts = Record<string, (event: KeyboardEvent) => unknown>;

const TYPING = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]";
const OWN_KEYBOARD = "[role=menu], [role=listbox], [role=combobox]";
const CHARACTER = /^[^\s]$/u;
/** These move or zoom. Any other key acts once each time it is pressed: held down, it would decide on one row after the other. */
const REPEATABLE: ReadonlySet<string> = new Set(["j", "k", "ArrowDown", "ArrowUp", "+", "=", "-"]);

/** True while keys belong to what is focused: a field that is typed in, a menu, an open dialog. */
function isTaken(event: KeyboardEvent, inDialog: boolean): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(TYPING) || target?.closest(OWN_KEYBOARD)) return true;
  // Tabs use the arrows, Home, End, Enter and Space themselves; letters are free.
  if (target?.closest("[role=tablist]") && !CHARACTER.test(event.key)) return true;
  // A dialog with keys of its own loses them to another one above it.
  return document.querySelectorAll("[role=dialog]").length > (inDialog ? 1 : 0);
}

/**
 * Listens for single keys on the whole page, except while typing and while a dialog is open.
 * @param options.inDialog the keys are those of a dialog that is open
 */
export function useShortcuts(
  shortcuts: Shortcuts,
  enabled: boolean,
  { inDialog = false }: { inDialog?: boolean } = {},
): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const handler = latest.current[event.key];
      if (!handler || isTaken(event, inDialog)) return;
      const isHeld = event.repeat && !REPEATABLE.has(event.key);
      if (isHeld || handler(event) !== false) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [enabled, inDialog]);
}

/**
 * Whether the person wants single-key shortcuts. They can be turned off (WCAG 2.1.4), because speech input types letters.
 */
export const useShortcutPreference = () => useRememberedSwitch("backroom.shortcuts", true);
