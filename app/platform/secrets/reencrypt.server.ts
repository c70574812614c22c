import { inTransaction } from "../db/transaction.server";
import { log } from "../log.server";
import { activeKey, ownKeys, registeredKeys } from "./keys.server";
import { loadKeys, registerKeys } from "./register-keys.server";
import { readOthers, replaceValues, type SealedColumn } from "./sealed-column.server";
import { openWith, sealWith } from "./secrets.server";

/** Few enough that no transaction holds its locks for long. */
const VALUES_PER_STEP = 100;

/** How often a process reads whether another one has brought a new key into use. */
const READ_EVERY_MS = 30_000;

/**
 * Registers this process's secret key, and follows a change of it until the process ends.
 * @param encryptsAgain whether this process encrypts again what a former key has encrypted
 * @throws as `registerKeys`
 */
export async function followSecretKeys(
  columns: readonly SealedColumn[],
  { encryptsAgain }: { encryptsAgain: boolean },
): Promise<void> {
  await registerKeys(columns);
  let isBusy = false;
  const follow = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      await loadKeys();
      if (encryptsAgain) await encryptAgain(columns);
    } catch (error) {
      log.warn({ err: error }, "the secret keys could not be read");
    } finally {
      isBusy = false;
    }
  };
  setInterval(follow, READ_EVERY_MS).unref();
  if (encryptsAgain) void follow();
}

/** Encrypts with the key in use what a former one has encrypted, some values in each transaction. @returns how many */
export async function encryptAgain(columns: readonly SealedColumn[]): Promise<number> {
  const key = activeKey();
  // A process that doesn't have the key in use changes nothing.
  const isActive = registeredKeys().some(({ id, retiredAt }) => id === key.id && !retiredAt);
  if (registeredKeys().length < 2 || !isActive) return 0;
  let total = 0;
  for (const column of columns) total += await encryptColumn(column);
  if (total > 0) log.info({ key: key.id, values: total }, "stored credentials were encrypted again");
  return total;
}

async function encryptColumn(column: SealedColumn): Promise<number> {
  const key = activeKey();
  const { all } = ownKeys();
  const unreadable: string[] = [];
  let total = 0;
  while (true) {
    const search = { prefix: `v2:${key.id}:`, without: unreadable, limit: VALUES_PER_STEP };
    const count = await inTransaction("BEGIN", async (client) => {
      const values = await readOthers(client, column, search);
      const changes = values.flatMap((each) => {
        const plain = openWith(all, each.value);
        if (plain === undefined) unreadable.push(each.value);
        return plain === undefined ? [] : [{ ...each, next: sealWith(key, plain, true) }];
      });
      if (changes.length > 0) total += await replaceValues(client, column, changes);
      return values.length;
    });
    if (count < VALUES_PER_STEP) return total;
  }
}
