const errorLevel = 50;

/**
 * What of a child's line belongs on the terminal: everything on stderr, and of the log's JSON lines those that tell of errors,
 * as their message. The rest is in the log file only.
 */
export function worthShowing(line: string, isErrorOutput: boolean): string | undefined {
  if (!line.startsWith("{")) return isErrorOutput && line.trim() !== "" ? line : undefined;
  try {
    const entry = JSON.parse(line);
    if (typeof entry.level !== "number") return isErrorOutput ? line : undefined;
    if (entry.level < errorLevel) return undefined;
    const cause = entry.err?.message ? `: ${entry.err.message}` : "";
    return `${entry.msg}${cause}${entry.reference ? ` (reference ${entry.reference})` : ""}`;
  } catch {
    return isErrorOutput ? line : undefined;
  }
}
