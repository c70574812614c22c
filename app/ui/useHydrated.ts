import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * False on the server and while the browser takes the page over, true afterwards. For parts that are loaded when they are
 * needed: a Suspense boundary written by the server hydrates late, and an update in between throws it away (React error 421).
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/**
 * For a form that the server writes: until the page has its script, a press of its button would send it as a document, without the
 * session token that only the script adds, and what was typed would be lost. It looks the same meanwhile.
 */
export const useInertUntilHydrated = (): { inert?: "" } => (useHydrated() ? {} : { inert: "" });
