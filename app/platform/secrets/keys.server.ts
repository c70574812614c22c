import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";

/** A secret of the environment. A key of its own is derived from it for each purpose. */
export interface SecretKey {
  /** A fingerprint: it tells keys apart, and can't be turned back into one. */
  id: string;
  keyFor(purpose: string): KeyObject;
}

/** The value of BACKROOM_PREVIOUS_SECRET_KEY that says that the former key is gone. */
const LOST = "lost";

/** By their text: a page signs two cursors, and deriving a key costs more than using it. */
const derived = new Map<string, SecretKey>();

function keyOf(secret: string): SecretKey {
  const existing = derived.get(secret);
  if (existing) return existing;
  const bytes = (purpose: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, "backroom", purpose, length));
  const keys = new Map<string, KeyObject>();
  const key: SecretKey = {
    id: bytes("key id", 9).toString("base64url"),
    keyFor(purpose) {
      const found = keys.get(purpose) ?? createSecretKey(bytes(purpose, 32));
      keys.set(purpose, found);
      return found;
    },
  };
  derived.set(secret, key);
  return key;
}

/** The keys that a process was given. */
interface OwnKeys {
  current: SecretKey;
  /** The current one, the next one and the previous one, as far as they are set. */
  named: readonly SecretKey[];
  /** These, and the app's API secret, which is the key until BACKROOM_SECRET_KEY is set. */
  all: readonly SecretKey[];
  /** True when values of the former key were declared unreadable. */
  isPreviousLost: boolean;
}

/** Reads the keys of an environment. They are never stored in the database. */
export function ownKeys(env: NodeJS.ProcessEnv = process.env): OwnKeys {
  const { SHOPIFY_API_SECRET: apiSecret, BACKROOM_PREVIOUS_SECRET_KEY: previous } = env;
  const secret = env.BACKROOM_SECRET_KEY ?? apiSecret;
  if (!secret)
    throw new Error("BACKROOM_SECRET_KEY or SHOPIFY_API_SECRET must be set to encrypt credentials.");
  const isPreviousLost = previous === LOST;
  const names = [secret, env.BACKROOM_NEXT_SECRET_KEY, isPreviousLost ? undefined : previous];
  const keysOf = (secrets: readonly (string | undefined)[]) =>
    [...new Set(secrets.filter((each) => each !== undefined))].map(keyOf);
  return {
    current: keyOf(secret),
    named: keysOf(names),
    all: keysOf([...names, apiSecret]),
    isPreviousLost,
  };
}

/** A key that this installation has used, as the database knows it. */
export interface RegisteredKey {
  id: string;
  /** 1, 2, 3 …: in the order in which they came into use. */
  number: number;
  retiredAt: Date | null;
  /** True while what it signed for people is accepted. */
  isAccepted: boolean;
  /** What still verifies its signatures when the process wasn't given the key, by purpose. */
  verifiers: ReadonlyMap<string, KeyObject>;
}

/** The keys of the installation, in order. Empty until they were read from the database. */
let registered: readonly RegisteredKey[] = [];

/** Sets what was read from the database. */
export const setRegisteredKeys = (keys: readonly RegisteredKey[]): void => {
  registered = keys;
};

export const registeredKeys = (): readonly RegisteredKey[] => registered;

/**
 * The key that encrypts and signs: the one that the database names, or else the current one. While processes are replaced, those with the
 * former key as the current one use the new one, too.
 */
export function activeKey(): SecretKey {
  const { current, all } = ownKeys();
  const active = registered.find(({ retiredAt }) => !retiredAt);
  return all.find(({ id }) => id === active?.id) ?? current;
}

/** True when encrypted values name their key. Those of the first key don't, so that an earlier version can read them. */
export const isNamed = ({ id }: SecretKey): boolean => registered.length > 0 && registered[0]?.id !== id;

/** What verifies the signatures of a key, which may have been retired. @param id null for the first key */
export function verifierOf(id: string | null, purpose: string): KeyObject | undefined {
  const { current, all } = ownKeys();
  const wanted = id ?? registered[0]?.id ?? current.id;
  const own = all.find((key) => key.id === wanted);
  return own?.keyFor(purpose) ?? registered.find((key) => key.id === wanted)?.verifiers.get(purpose);
}

/** What verifies the signatures that people bring back: of the keys in use, and of those that were retired lately. */
export function acceptedVerifiers(purpose: string): KeyObject[] {
  const { named } = ownKeys();
  const unregistered = named.filter(({ id }) => !registered.some((key) => key.id === id));
  const accepted = registered.filter(({ isAccepted }) => isAccepted).map(({ id }) => verifierOf(id, purpose));
  return [...unregistered.map((key) => key.keyFor(purpose)), ...accepted.filter((key) => key !== undefined)];
}
