import { once } from "node:events";
import ssh2, { type FileEntryWithStats, type SFTPWrapper } from "ssh2";
import { resolveOutboundHost } from "~/platform/outbound-host.server";
import type { ConnectToServer, ServerStep, UploadFolder } from "./port";
import { fingerprintOf, renameOver, requireKnownKey } from "./server-key.server";
import { serverRefusal } from "./server-refusal.server";

/** How long the server may be silent. The answers to keepalives don't count: a server whose disk hangs gives them. */
const SILENCE_MS = 30_000;
/** A silent server is given up after three of these. */
const KEEPALIVE_MS = 10_000;

/** Signs in by SFTP with a password. */
export const connectBySftp: ConnectToServer = async (access, signal, onStep = () => {}) => {
  const { host, port, user, password, directory, knownKey } = access;
  const client = new ssh2.Client();
  // Without a listener, the error of a connection that was lost later would end the process.
  client.on("error", () => {});
  // The library doesn't answer every request that a lost connection leaves open.
  const lost = new Promise<never>((_resolve, reject) => {
    client.once("close", () =>
      reject(Object.assign(new Error("The connection was closed."), { code: "ECONNRESET" })),
    );
  });
  lost.catch(() => {});
  const abort = () => client.destroy();
  const close = () => {
    signal.removeEventListener("abort", abort);
    client.end();
  };
  signal.addEventListener("abort", abort);
  let serverKey: string | null = null;
  const atStep: AtStep = async (step, work) => {
    onStep(step);
    let timer: NodeJS.Timeout | undefined;
    const silent = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error("Timeout (request)")), SILENCE_MS);
    });
    try {
      return await Promise.race([work(() => void timer?.refresh()), lost, silent]);
    } catch (error) {
      throw await serverRefusal(error, access, { signal, step });
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    await atStep({ name: "connect" }, async (alive) => {
      signal.throwIfAborted();
      const address = await resolveOutboundHost(host, port);
      const ready = once(client, "ready", { signal });
      client.connect({
        host: address,
        port,
        username: user,
        password,
        readyTimeout: SILENCE_MS,
        keepaliveInterval: KEEPALIVE_MS,
        hostVerifier: (key: Buffer) => {
          serverKey = fingerprintOf(key);
          const isKnown = knownKey === null || serverKey === knownKey;
          if (isKnown) onStep({ name: "signIn" });
          return isKnown;
        },
      });
      // Without it, each small request waits for the acknowledgment of the one before.
      client.setNoDelay(true);
      await ready.catch((error) => {
        if (serverKey !== null) requireKnownKey(knownKey, serverKey);
        throw error;
      });
      alive();
    });
    const sftp = await atStep({ name: "signIn" }, () => answerOf<SFTPWrapper>((done) => client.sftp(done)));
    return { ...folderOf(sftp, directory, atStep), isEncrypted: true, serverKey, close };
  } catch (error) {
    close();
    throw error;
  }
};

/**
 * Runs a step, and throws its errors as refusals that name it.
 * @param work `alive` is called at each sign of the server
 */
type AtStep = <T>(step: ServerStep, work: (alive: () => void) => Promise<T>) => Promise<T>;

function folderOf(
  sftp: SFTPWrapper,
  directory: string,
  atStep: AtStep,
): Omit<UploadFolder, "isEncrypted" | "serverKey" | "close"> {
  const pathOf = (name: string) => (directory ? `${directory.replace(/\/$/, "")}/${name}` : name);
  const listFiles = async () => {
    const entries = await answerOf<FileEntryWithStats[]>((done) => sftp.readdir(directory || ".", done));
    return entries
      .filter(({ attrs }) => !attrs.isDirectory())
      .map(({ filename, attrs }) => ({ name: filename, size: attrs.size }));
  };
  return {
    listFiles: () => atStep({ name: "folder" }, listFiles),
    upload: (path, name, onProgress) =>
      atStep({ name: "write", file: name }, (alive) => {
        const step = (bytes: number) => {
          alive();
          onProgress(bytes);
        };
        return answerOf<void>((done) => sftp.fastPut(path, pathOf(name), { step }, done));
      }),
    rename: (from, to) =>
      atStep({ name: "rename", file: from }, () => replace(sftp, pathOf(from), pathOf(to))),
    remove: (name) =>
      atStep({ name: "delete", file: name }, () => answerOf<void>((done) => sftp.unlink(pathOf(name), done))),
  };
}

/** Renames a file over another one. SFTP's own rename doesn't replace files, OpenSSH's extension does. */
async function replace(sftp: SFTPWrapper, from: string, to: string): Promise<void> {
  try {
    await answerOf<void>((done) => sftp.ext_openssh_rename(from, to, done));
  } catch (error) {
    // A refusal of the server has a code. Without one, it doesn't have the extension.
    if ((error as { code?: number }).code !== undefined) throw error;
    await renameOver(
      {
        rename: (name, newName) => answerOf<void>((done) => sftp.rename(name, newName, done)),
        remove: (name) => answerOf<void>((done) => sftp.unlink(name, done)),
      },
      from,
      to,
    );
  }
}

/** The answer to a request that ssh2 gives to a callback. */
const answerOf = <T>(request: (done: (error?: Error | null, value?: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => request((error, value) => (error ? reject(error) : resolve(value as T))));
