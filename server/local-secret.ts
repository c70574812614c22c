import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { isLoopback } from "~/platform/loopback";

/**
 * The app's secret beside the local store. The published one is safe only while no other machine can reach the app, so the first start
 * with BACKROOM_BIND makes a random one, which later starts keep.
 * @returns undefined for the published one
 */
export function localSecret(
  { BACKROOM_BIND: bind }: NodeJS.ProcessEnv,
  folder: string,
  say: (line: string) => void,
): string | undefined {
  const file = path.join(folder, "secret");
  const isOpen = Boolean(bind) && !isLoopback(bind as string);
  if (isOpen)
    say(
      `Warning: BACKROOM_BIND makes the app reachable at ${bind} for other machines. The local store stays on this machine, ` +
        "and its secret is a random one.",
    );
  // A full disk leaves an empty file.
  const stored = fs.existsSync(file) && fs.readFileSync(file, "utf8").trim();
  if (stored) return stored;
  if (!isOpen) return undefined;
  const secret = randomBytes(32).toString("base64url");
  fs.writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}
