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
 * For a form that the server renders. Before hydration, submitting would load a document without the session token, which only the
 * script adds, and the input would be lost. The form looks the same while it is inert.
 */
export const useInertUntilHydrated = (): { inert?: "" } => (useHydrated() ? {} : { inert: "" });
