import { AsyncLocalStorage } from "node:async_hooks";

/** What every log line of a request, or of a piece of background work, names. */
export interface LogContext {
  shop?: string;
}

const contexts = new AsyncLocalStorage<LogContext>();

/** Runs some work whose log lines name its shop, once the shop is known. */
export const withLogContext = <T>(context: LogContext, work: () => T): T => contexts.run(context, work);

/** Names the shop in the log lines that follow. The first one stays. */
export function nameShop(shop: string): void {
  const context = contexts.getStore();
  if (context) context.shop ??= shop;
}

/** The fields of the current context. */
export const logContext = (): LogContext => contexts.getStore() ?? {};
