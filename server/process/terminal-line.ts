const ERROR_LEVEL = 50;

/**
 * Selects what the terminal shows of a child's line: everything on stderr, and the messages of errors in the JSON log. The log file
 * has all lines.
 */
export function terminalLine(line: string, isErrorOutput: boolean): string | undefined {
  if (!line.startsWith("{")) return isErrorOutput && line.trim() !== "" ? line : undefined;
  try {
    const entry = JSON.parse(line);
    if (typeof entry.level !== "number") return isErrorOutput ? line : undefined;
    if (entry.level < ERROR_LEVEL) return undefined;
    const cause = entry.err?.message ? `: ${entry.err.message}` : "";
    return `${entry.msg}${cause}${entry.reference ? ` (reference ${entry.reference})` : ""}`;
  } catch {
    return isErrorOutput ? line : undefined;
  }
}
