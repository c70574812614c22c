import pino from "pino";

const SECRETS: readonly [RegExp, string][] = [
  // Drizzle writes the values of a failed statement behind it.
  [/\nparams:[\s\S]*?(?=\n\s+at |$)/g, ""],
  [/\beyJ[\w-]+\.[\w-]*\.?[\w-]*/g, "[token]"],
  [/\bshp[a-z]{2}_\w+/g, "[token]"],
  // What makes a personal address work (app/platform/personal-link.server.ts).
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.[\w-]+/g, "[link]"],
  [/[^\s"'<>(),;:=]+@[^\s"'<>(),;:=]+\.[a-z]{2,}/gi, "[address]"],
];

/** A text without what no log, and no queue, may keep: tokens, personal links, e-mail addresses, the values of a statement that failed. */
export const withoutSecrets = (text: string): string =>
  SECRETS.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);

/** Only what helps to find the fault: libraries hang whole statements, requests and rows on their errors. */
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
 * The process's log: one JSON line per event on stdout. Never log a token, an address or a request body;
 * the redaction below is the second wall, not the first (guarantee R21).
 */
export const log = pino({
  level: process.env.LOG_LEVEL ?? "info",
  base: undefined,
  serializers: { err: errorForLog },
  redact: {
    paths: ["*.accessToken", "*.access_token", "*.authorization", "*.password", "*.email", "*.token"],
    censor: "[redacted]",
  },
});
