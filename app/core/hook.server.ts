/** What a module adds to a hook, as its declaration names it. */
export interface HookHandler<T = unknown> {
  kind: "hook handler";
  hook: string;
  value: T;
}

/** A point where modules add to another one that must not import them. */
export interface Hook<T> {
  /** What a module declares. */
  handler(value: T): HookHandler<T>;
  /** What the modules declared, in the order of the list of modules. @throws before the application exists */
  all(): readonly T[];
}

let installed: readonly HookHandler[] | undefined;

/**
 * Installs what all modules declare. Without it every hook throws: work that is done without its handlers would be wrong
 * and nothing would show it.
 */
export function installHooks(handlers: readonly HookHandler[]): void {
  installed = handlers;
}

/** Declares a hook. @param name unique, such as "customers.mirror-columns" */
export const defineHook = <T>(name: string): Hook<T> => ({
  handler: (value) => ({ kind: "hook handler", hook: name, value }),
  all() {
    if (!installed) throw new Error(`The hook ${name} needs all modules. Import app.server first.`);
    return installed.filter(({ hook }) => hook === name).map(({ value }) => value as T);
  },
});
