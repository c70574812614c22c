import { useCallback, useSyncExternalStore } from "react";

/** The choices of this page, where the browser doesn't let an embedded page remember something. */
const chosen = new Map<string, string>();
const listeners = new Set<() => void>();

function read(key: string): string {
  const choice = chosen.get(key);
  if (choice !== undefined) return choice;
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    chosen.set(key, text);
  }
  for (const notify of listeners) notify();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** A text that this browser remembers, empty at first. Everything on the page that uses the same key follows it. */
export function useRememberedText(key: string): [text: string, set: (text: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => "",
  );
  return [text, useCallback((next: string) => write(key, next), [key])];
}

/** A choice that this browser remembers. */
export function useRememberedSwitch(
  key: string,
  byDefault: boolean,
): [isOn: boolean, set: (isOn: boolean) => void] {
  const [text, setText] = useRememberedText(key);
  return [text === "" ? byDefault : text === "on", (next) => setText(next ? "on" : "off")];
}
