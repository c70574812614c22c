import { resolveOutboundHost } from "~/platform/outbound-host.server";
import { FtpClient } from "./ftp-client.server";
import type { ConnectToServer, ServerStep, UploadFolder } from "./port";
import { renameOver, requireKnownKey } from "./server-key.server";
import { serverRefusal } from "./server-refusal.server";

/** Signs in by FTP, with TLS where the server offers it. Transfers are passive. */
export const connectByFtp: ConnectToServer = async (access, signal, onStep = () => {}) => {
  const { host, port, user, password, directory, knownKey } = access;
  const client = new FtpClient();
  const close = () => {
    signal.removeEventListener("abort", close);
    client.close();
  };
  signal.addEventListener("abort", close);
  const atStep: AtStep = async (step, work) => {
    onStep(step);
    try {
      return await work();
    } catch (error) {
      throw await serverRefusal(error, access, { signal, step });
    }
  };
  try {
    const serverKey = await atStep({ name: "connect" }, async () => {
      signal.throwIfAborted();
      const address = await resolveOutboundHost(host, port);
      // A client that was closed before would connect all the same.
      signal.throwIfAborted();
      const key = await client.open({ host, address, port }, signal);
      requireKnownKey(knownKey, key);
      return key;
    });
    await atStep({ name: "signIn" }, async () => {
      await client.login(user, password);
      await client.useDefaultSettings();
    });
    if (directory) await atStep({ name: "folder" }, () => client.cd(directory));
    return { ...folderOf(client, atStep), isEncrypted: serverKey !== null, serverKey, close };
  } catch (error) {
    close();
    throw error;
  }
};

/** Runs a step, and throws its errors as refusals that name it. */
type AtStep = <T>(step: ServerStep, work: () => Promise<T>) => Promise<T>;

function folderOf(
  client: FtpClient,
  atStep: AtStep,
): Omit<UploadFolder, "isEncrypted" | "serverKey" | "close"> {
  const listFiles = async () => {
    const entries = await client.list();
    return entries.filter(({ isFile }) => isFile).map(({ name, size }) => ({ name, size }));
  };
  return {
    listFiles: () => atStep({ name: "folder" }, listFiles),
    upload: (path, name, onProgress) =>
      atStep({ name: "write", file: name }, async () => {
        client.trackProgress(({ bytes }) => onProgress(bytes));
        try {
          await client.uploadFrom(path, name);
        } finally {
          client.trackProgress();
        }
      }),
    rename: (from, to) =>
      atStep({ name: "rename", file: from }, () =>
        renameOver(
          {
            rename: async (name, newName) => void (await client.rename(name, newName)),
            remove: async (name) => void (await client.remove(name)),
          },
          from,
          to,
        ),
      ),
    remove: (name) => atStep({ name: "delete", file: name }, async () => void (await client.remove(name))),
  };
}
