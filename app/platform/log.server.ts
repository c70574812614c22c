import pino from "pino";

/**
 * The process's log: one JSON line per event on stdout. Never log a token, an address or a request body;
 * the redaction below is the second wall, not the first (guarantee R21).
 */
export const log = pino({
  level: process.env.LOG_LEVEL ?? "info",
  base: undefined,
  redact: {
    paths: ["*.accessToken", "*.access_token", "*.authorization", "*.password", "*.email", "*.token"],
    censor: "[redacted]",
  },
});
