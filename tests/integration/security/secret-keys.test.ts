import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { signIn } from "../../guarantees/support/flags.ts";
import { findText } from "../../guarantees/support/tables.ts";
import { signedInCalls } from "../../support/calls.ts";
import { DEMO, openTestShop, type TestShop } from "../../support/test-shop.ts";

const [FIRST, SECOND, THIRD] = ["the first secret key", "the second secret key", "the third secret key"];
const LINK = "5f0c1d2e-3a4b-4c5d-8e6f-7a8b9c0d1e2f";
const GIVEAWAY = 9_001;

let shop: TestShop;
let modules: Awaited<ReturnType<typeof loadModules>>;

async function loadModules() {
  const [{ app }, keys, register, reencrypt, secrets, links, seals, proofs, seeds, sessions, pool, rows] =
    await Promise.all([
      import("~/app.server"),
      import("~/platform/secrets/keys.server"),
      import("~/platform/secrets/register-keys.server"),
      import("~/platform/secrets/reencrypt.server"),
      import("~/platform/secrets/secrets.server"),
      import("~/platform/personal-link.server"),
      import("~/core/audit/prove.server"),
      import("~/core/audit/prove.server"),
      import("~/functions/giveaways/draw/seeds.server"),
      import("~/platform/auth/session-storage.server"),
      import("~/platform/db/pool.server"),
      import("~/platform/db/with-shop.server"),
    ]);
  return {
    columns: app.sealedColumns,
    ...keys,
    ...register,
    ...reencrypt,
    ...secrets,
    ...links,
    ...seals,
    ...proofs,
    ...seeds,
    ...sessions,
    ...pool,
    ...rows,
  };
}

beforeAll(async () => {
  shop = await openTestShop("secret_keys");
  modules = await loadModules();
});
beforeEach(async () => {
  const { database, setRegisteredKeys } = modules;
  await database().query("DELETE FROM sessions");
  await database().query("DELETE FROM settings");
  await database().query("DELETE FROM giveaway_seeds");
  await database().query("DELETE FROM audit_seals");
  await database().query("DELETE FROM secret_keys");
  setRegisteredKeys([]);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  modules.setRegisteredKeys([]);
  await shop.close();
});

interface Keys {
  key?: string;
  next?: string;
  previous?: string;
}

/** The environment of a process. */
function setKeys({ key, next, previous }: Keys): void {
  vi.stubEnv("BACKROOM_SECRET_KEY", key);
  vi.stubEnv("BACKROOM_NEXT_SECRET_KEY", next);
  vi.stubEnv("BACKROOM_PREVIOUS_SECRET_KEY", previous);
}

/** A process that starts. */
async function start(keys: Keys): Promise<void> {
  setKeys(keys);
  modules.setRegisteredKeys([]);
  await modules.registerKeys(modules.columns);
}

/** Stores a secret of each kind. */
async function storeSecrets(): Promise<void> {
  await signIn([shop.token("1")]);
  const calls = await signedInCalls(shop);
  await calls.connectors.agora.save({ base_url: `${shop.localStore.url}/agora`, key: "key-of-agora" });
  await calls.priceSpider.update({
    priceSpiderHost: "ftp.example.com",
    priceSpiderPort: "22",
    priceSpiderUser: "backroom",
    priceSpiderPassword: "password-of-ftp",
  });
  await modules.withShop(DEMO, (tx) => modules.commitSeed(tx, DEMO, GIVEAWAY, 1, new Date()));
}

/** What a person or a job would get. */
async function readSecrets() {
  const [{ agoraConnection }, { readStored }] = await Promise.all([
    import("~/domain/agora/connection.server"),
    import("~/functions/priceSpider/stored-settings.server"),
  ]);
  const { database, sealedSessionStorage, withShop, openSeed, open } = modules;
  const { rows } = await database().query<{ id: string }>("SELECT id FROM sessions");
  const sessions = await Promise.all(rows.map(({ id }) => sealedSessionStorage.loadSession(id)));
  const stored = await withShop(DEMO, (tx) => readStored(tx, DEMO));
  return {
    tokens: sessions.every((session) => session?.accessToken?.startsWith("shp")),
    agora: (await agoraConnection.access(DEMO)).key,
    password: open(stored?.password ?? ""),
    seed: (await withShop(DEMO, (tx) => openSeed(tx, DEMO, GIVEAWAY, 1))).seed,
  };
}

const READABLE = {
  tokens: true,
  agora: "key-of-agora",
  password: "password-of-ftp",
  seed: expect.stringMatching(/^[\da-f]{64}$/),
};

const UNREADABLE = expect.stringMatching(/can't be read any longer.* again/);

/** Adds sessions of other people. */
async function addSessions(count: number): Promise<void> {
  const { database, seal } = modules;
  const tokens = Array.from({ length: count }, (_, index) => seal(`shpua_${index}`));
  await database().query(
    `INSERT INTO sessions (id, shop, state, "isOnline", "accessToken")
     SELECT 'of ' || ordinality, $1, '', true, token FROM unnest($2::text[]) WITH ORDINALITY AS added (token)`,
    [DEMO, tokens],
  );
}

describe("stored secrets", () => {
  test("are encrypted again after a change, and no start goes without the former key before that", async () => {
    await start({ key: FIRST });
    await storeSecrets();
    await addSessions(230);
    await expect(start({ key: SECOND })).rejects.toThrow(
      /set the former one as BACKROOM_PREVIOUS_SECRET_KEY/,
    );

    await start({ key: SECOND, previous: FIRST });
    expect(await readSecrets()).toEqual(READABLE);
    await expect(start({ key: SECOND })).rejects.toThrow(
      /still encrypted with a former key .*BACKROOM_PREVIOUS/,
    );
    await expect(start({ key: THIRD, previous: SECOND })).rejects.toThrow(
      /still encrypted with a former key/,
    );

    await start({ key: SECOND, previous: FIRST });
    expect(await modules.encryptAgain(modules.columns)).toBeGreaterThan(230);
    expect(await modules.encryptAgain(modules.columns)).toBe(0);
    expect(await findText("v1:")).toEqual([]);
    await start({ key: SECOND });
    expect(await readSecrets()).toEqual(READABLE);
    for (const key of [FIRST, SECOND]) expect(await findText(key)).toEqual([]);
  });

  test("are read and written by all processes while these are replaced one by one", async () => {
    const { registeredKeys, setRegisteredKeys, seal, open, signatureOf, isSignatureOf, loadKeys } = modules;
    await start({ key: FIRST, next: SECOND });
    await storeSecrets();
    const beforeChange = registeredKeys();
    await start({ key: SECOND, previous: FIRST });
    const [ofNew, signedByNew] = [seal("written by a new process"), signatureOf("cursors", "a page")];

    // A process that wasn't replaced yet, and hasn't read of the change.
    setKeys({ key: FIRST, next: SECOND });
    setRegisteredKeys(beforeChange);
    expect(open(ofNew)).toBe("written by a new process");
    expect(isSignatureOf("cursors", "a page", signedByNew)).toBe(true);
    const [ofOld, signedByOld] = [seal("written by an old process"), signatureOf("cursors", "a page")];
    expect(ofOld).toMatch(/^v1:/);
    await loadKeys();
    expect(open(seal("again"))).toBe("again");
    expect(seal("again").slice(0, 16)).toBe(ofNew.slice(0, 16));
    expect(await readSecrets()).toEqual(READABLE);
    // It may also be started again.
    await start({ key: FIRST, next: SECOND });
    expect(signatureOf("cursors", "a page")).toBe(signedByNew);

    setKeys({ key: SECOND, previous: FIRST });
    expect(open(ofOld)).toBe("written by an old process");
    expect(isSignatureOf("cursors", "a page", signedByOld)).toBe(true);
    await expect(start({ key: FIRST })).rejects.toThrow(
      /was replaced by a newer key on \d{4}-.*Set the newer key/,
    );
  });

  test("stay readable when BACKROOM_SECRET_KEY is set for the first time", async () => {
    await start({});
    await storeSecrets();
    await start({ key: FIRST });
    expect(await readSecrets()).toEqual(READABLE);
  });

  test("of a lost key keep no one from being signed in with their next click", async () => {
    const { shopify } = await import("~/platform/auth/shopify.server");
    const open = () =>
      shopify.authenticate.admin(
        new Request("http://localhost/", { headers: { authorization: `Bearer ${shop.token("1")}` } }),
      );
    await start({ key: FIRST });
    await open();
    await start({ key: SECOND, previous: "lost" });
    await expect(open()).resolves.toMatchObject({ session: { shop: DEMO } });
    await start({ key: SECOND });
    await open();
  });

  test("of a lost key stop no start once it is declared lost", async () => {
    await start({ key: FIRST });
    await storeSecrets();
    await start({ key: SECOND, previous: "lost" });
    await start({ key: SECOND });
    await expect(readSecrets()).rejects.toThrow();
    const [{ agoraConnection }, { requireServer }] = await Promise.all([
      import("~/domain/agora/connection.server"),
      import("~/functions/priceSpider/stored-settings.server"),
    ]);
    // Each says what to do.
    await expect(agoraConnection.access(DEMO)).rejects.toMatchObject({ status: 409, message: UNREADABLE });
    await expect(modules.withShop(DEMO, (tx) => requireServer(tx, DEMO))).rejects.toMatchObject({
      status: 409,
      message: UNREADABLE,
    });
    await expect(
      modules.withShop(DEMO, (tx) => modules.openSeed(tx, DEMO, GIVEAWAY, 1)),
    ).rejects.toMatchObject({ status: 409 });
    await modules.database().query("DELETE FROM giveaway_seeds");
    await storeSecrets();
    expect((await readSecrets()).agora).toBe("key-of-agora");

    // The first start of this version.
    await modules.database().query("DELETE FROM secret_keys");
    await expect(start({ key: THIRD })).rejects.toThrow(
      /credentials can't be decrypted with BACKROOM_SECRET_KEY/,
    );
    await start({ key: THIRD, previous: "lost" });
    await start({ key: THIRD });
  });
});

describe("audit seals", () => {
  const sealed = () => modules.withShop(DEMO, (tx) => modules.sealNext(tx, DEMO));
  const faults = async () => (await modules.withShop(DEMO, (tx) => modules.proveRecord(tx, DEMO))).faults;
  const addEntry = async (name: string) => {
    const calls = await signedInCalls(shop);
    await calls.connectors.agora.save({ base_url: `${shop.localStore.url}/agora`, key: name });
  };
  const seals = async () =>
    (
      await modules
        .database()
        .query<{ mark: string; number: number; place: number }>(
          "SELECT mark, seal.number, key.number AS place FROM audit_seals AS seal JOIN secret_keys AS key USING (key_id) ORDER BY 2",
        )
    ).rows;

  test("are never rewritten, and a retired key verifies them for good", async () => {
    await start({ key: FIRST });
    await addEntry("one");
    await sealed();
    const [first] = await seals();
    await start({ key: SECOND, previous: FIRST });
    await modules.encryptAgain(modules.columns);
    await addEntry("two");
    await sealed();
    await modules
      .database()
      .query("UPDATE secret_keys SET retired_at = now() - interval '5 years' WHERE number = 1");
    await start({ key: SECOND });
    expect(await faults()).toEqual([]);
    await start({ key: THIRD, previous: SECOND });
    await modules.encryptAgain(modules.columns);
    await start({ key: THIRD });
    await addEntry("three");
    expect(await faults()).toEqual([]);
    const all = await seals();
    expect(all[0]).toEqual(first);
    expect(all.map(({ place }) => place)).toEqual([1, 2, 3]);
  });

  test("are not made with a retired key", async () => {
    const { registeredKeys, setRegisteredKeys, database } = modules;
    await start({ key: FIRST, next: SECOND });
    const beforeChange = registeredKeys();
    await start({ key: SECOND, previous: FIRST });
    await addEntry("four");
    // Processes that haven't read of the change.
    setRegisteredKeys(beforeChange);
    setKeys({ key: FIRST });
    await expect(sealed()).rejects.toThrow(/Restart this one with it/);
    setKeys({ key: FIRST, next: SECOND });
    await sealed();
    expect((await seals()).map(({ place }) => place)).toEqual([2]);

    // A seal that someone made with the former key, and that fits.
    await start({ key: SECOND, previous: FIRST });
    await addEntry("five");
    await sealed();
    const { rows } = await database().query<{
      ids: string;
      entries: number;
      digest: string;
      previous: string;
    }>(
      `SELECT ids, entries, (SELECT mark FROM audit_seals WHERE number = 1) AS previous,
              (SELECT encode(sha256(convert_to(string_agg(digest, '' ORDER BY id), 'UTF8')), 'hex') FROM audit_entries AS entry
                WHERE shop = seal.shop AND entry.id <@ ids::int8multirange) AS digest
         FROM audit_seals AS seal WHERE number = 2`,
    );
    const content = {
      shop: DEMO,
      number: 2,
      previousMark: rows[0]?.previous ?? "",
      ...(rows[0] as NonNullable<(typeof rows)[0]>),
    };
    const former = modules.ownKeys().all.find(({ id }) => id === registeredKeys()[0]?.id);
    const mark = modules.sealMark(content, former?.keyFor(modules.AUDIT_SEALS) as never);
    await database().query("UPDATE audit_seals SET mark = $1, key_id = $2 WHERE number = 2", [
      mark,
      former?.id,
    ]);
    expect(await faults()).toEqual([
      { where: "seal 2", what: "was made with a key that had been replaced before" },
    ]);
  });
});

test("links of a retired key stay valid for 30 days, also without the key", async () => {
  const { tokenOf, linkIdOf, database, loadKeys } = modules;
  const retire = async (days: number) => {
    await database().query(
      "UPDATE secret_keys SET retired_at = now() - make_interval(days => $1) WHERE number = 1",
      [days],
    );
    await loadKeys();
  };
  await start({ key: FIRST });
  const token = tokenOf(DEMO, LINK);
  await start({ key: SECOND, previous: FIRST });
  expect(tokenOf(DEMO, LINK)).not.toBe(token);
  expect(linkIdOf(DEMO, token)).toBe(LINK);
  await start({ key: SECOND });
  await retire(29);
  expect(linkIdOf(DEMO, token)).toBe(LINK);
  await retire(31);
  expect(linkIdOf(DEMO, token)).toBeNull();
  setKeys({ key: SECOND, previous: FIRST });
  expect(linkIdOf(DEMO, token)).toBeNull();
  expect(linkIdOf(DEMO, tokenOf(DEMO, LINK))).toBe(LINK);
});
