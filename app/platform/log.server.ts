import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";

/** Without their values, the rows of a large statement say nothing. They would take some hundred kilobytes of the log. */
const ROWS = /(?:, \((?:\$\d+|default)(?:, (?:\$\d+|default))*\)){3,}/g;
const VALUES = /(\$\d+)(?:, \$\d+){30,}/g;

const SECRETS: readonly [RegExp, string | ((found: string, part?: string) => string)][] = [
  // Drizzle appends the values to a failed statement.
  [/\nparams:[\s\S]*?(?=\n +at |$)/g, ""],
  // A name without the dot behind it is matched, too: otherwise a long one would be searched again from each of its hyphens.
  [
    /\beyJ[\w-]+(\.[\w-]*\.?[\w-]*)?/g,
    (name: string, rest?: string) => (rest === undefined ? name : "[token]"),
  ],
  [/\bshp[a-z]{2}_\w+/g, "[token]"],
  // The secret part of a personal link (app/platform/personal-link.server.ts).
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.[\w-]+/g, "[link]"],
  [/[^\s"'<>(),;:=/]+/g, withoutAddress],
];

/**
 * Hides an email address in a text without spaces. In a URL, the @ is written as %40. One pattern for the whole address would search a long
 * text again from each of its letters.
 */
function withoutAddress(text: string): string {
  const at = text.slice(1).search(/@|%40/);
  if (at < 0) return text;
  const ending = [...text.matchAll(/\.[a-z]{2,}/gi)].at(-1);
  const isAddress = ending && ending.index > at + (text[at + 1] === "@" ? 2 : 4);
  return isAddress ? `[address]${text.slice(ending.index + ending[0].length)}` : text;
}

/** Removes what a log or a queue must not store: tokens, personal links, email addresses, the values and rows of a failed statement. */
export const withoutSecrets = (text: string): string =>
  SECRETS.reduce(
    (rest, [pattern, replacement]) => rest.replace(pattern, replacement as string),
    text.replace(ROWS, ", …").replace(VALUES, "$1, …"),
  );

/** Keeps what helps to find the cause. Libraries attach whole statements, requests and rows to their errors. */
function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === "string" ? withoutSecrets(error) : error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const code = (error as { code?: unknown }).code;
  return {
    type,
    message: withoutSecrets(message),
    stack: withoutSecrets(stack),
    ...(typeof code === "string" && { code }),
  };
}

/**
 * The process's log: one JSON line per event on stdout. Never log a token, an email address or a request body. The redaction
 * below is only the second line of defense.
 */
export const log = pino({
  level: process.env.LOG_LEVEL ?? "info",
  base: undefined,
  mixin: () => ({ ...logContext() }),
  serializers: { err: errorForLog },
  redact: {
    paths: ["*.accessToken", "*.access_token", "*.authorization", "*.password", "*.email", "*.token"],
    censor: "[redacted]",
  },
});

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
