import { type ShopConfig, settingsFromEnvironment } from "../../local-store/config.ts";

/** Backroom's calls that read everything of a kind from the store again. */
const REBUILDS = {
  customers: "/api/mirror/rebuild",
  products: "/api/products/mirror/rebuild",
  orders: "/api/orders/mirror/rebuild",
} as const;

/** What the store has many of, and Backroom a mirror. */
export type MirroredKind = keyof typeof REBUILDS;

const CONFLICT = 409;

/**
 * Has Backroom rebuild its mirrors, as the shop's owner would on its Settings page.
 * @param command the command to run again when Backroom isn't running
 * @returns what happened, as lines
 */
export async function rebuildMirrors(
  shop: ShopConfig,
  kinds: readonly MirroredKind[],
  command: string,
): Promise<string[]> {
  const { port, appUrl } = settingsFromEnvironment();
  const retry = `adds nothing a second time, and rebuilds the mirrors: ${command}`;
  try {
    const token = await ownersToken(`http://localhost:${port}`, shop);
    const lines: string[] = [];
    for (const kind of kinds) lines.push(await rebuildMirror(appUrl + REBUILDS[kind], kind, token));
    return lines;
  } catch (error) {
    if (error instanceof TypeError)
      return [`Backroom doesn't answer at ${appUrl}. Start it, then run this command again. It ${retry}`];
    return [`${(error as Error).message} The same command ${retry}`];
  }
}

/** The running store signs it, because it knows the app's secret. */
async function ownersToken(storeUrl: string, { domain, administrators }: ShopConfig): Promise<string> {
  const owner = administrators.find(({ isAccountOwner }) => isAccountOwner);
  const query = new URLSearchParams({ shop: domain, administrator: owner?.id ?? "" });
  const response = await fetch(`${storeUrl}/session-token?${query}`);
  if (!response.ok) throw new Error(`The local store has no session token: ${response.status}.`);
  return response.text();
}

async function rebuildMirror(url: string, kind: MirroredKind, token: string): Promise<string> {
  const response = await fetch(url, { method: "POST", headers: { authorization: `Bearer ${token}` } });
  if (response.ok) return `Backroom rebuilds its mirror of ${kind} now. The progress is under Jobs.`;
  if (response.status === CONFLICT)
    return `Backroom is already rebuilding its mirror of ${kind}. If that began before this fill, run the same command again when it has ended.`;
  const { msg } = (await response.json().catch(() => ({}))) as { msg?: string };
  throw new Error(`Backroom didn't rebuild its mirror of ${kind}: ${msg ?? response.status}`);
}
