import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type ShopConfig, shops } from "../config.ts";
import type { Store } from "../data/database.ts";

/** The folder for uploads on the server. */
export const UPLOAD_DIR = "/incoming";

/** The password of a shop's account. Its user name is the shop's handle. */
export const uploadPassword = (handle: string): string => `pricespider-local-${handle}`;

/** The shop whose account this is, or undefined. */
export const findAccount = (user: string, password: string): ShopConfig | undefined =>
  shops.find(({ handle }) => handle === user && password === uploadPassword(handle));

/** Everything that a shop's account sees on the server. Contains the folder for uploads. */
export async function accountFolder(store: Store, { handle }: ShopConfig): Promise<string> {
  const folder = join(store.filesFolder, "pricespider", handle);
  await mkdir(join(folder, UPLOAD_DIR), { recursive: true });
  return folder;
}

/** A file that a shop has uploaded. */
export interface ReceivedFile {
  name: string;
  /** In bytes. */
  size: number;
  changedAt: Date;
}

/** The files in the folder for uploads, by name. */
export async function listReceived(store: Store, shop: ShopConfig): Promise<ReceivedFile[]> {
  const folder = join(await accountFolder(store, shop), UPLOAD_DIR);
  const names = (await readdir(folder)).sort();
  return Promise.all(
    names.map(async (name) => {
      const { size, mtime } = await stat(join(folder, name));
      return { name, size, changedAt: mtime };
    }),
  );
}
