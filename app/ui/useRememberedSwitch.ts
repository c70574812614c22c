import { useSyncExternalStore } from "react";

/** The choices of this page, where the browser doesn't let an embedded page remember something. */
const chosen = new Map<string, boolean>();
const listeners = new Set<() => void>();

function read(key: string, byDefault: boolean): boolean {
  const choice = chosen.get(key);
  if (choice !== undefined) return choice;
  try {
    const stored = localStorage.getItem(key);
    return stored === null ? byDefault : stored === "on";
  } catch {
    return byDefault;
  }
}

function write(key: string, isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? "on" : "off");
  } catch {
    chosen.set(key, isOn);
  }
  for (const notify of listeners) notify();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** A choice that this browser remembers. Everything on the page that uses the same key follows it. */
export function useRememberedSwitch(
  key: string,
  byDefault: boolean,
): [isOn: boolean, set: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    subscribe,
    () => read(key, byDefault),
    () => byDefault,
  );
  return [isOn, (next) => write(key, next)];
}
