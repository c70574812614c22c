import { resolveOutboundHost } from "~/platform/outbound-host.server";
import { FtpClient } from "./ftp-client.server";
import type { ConnectToServer, UploadFolder } from "./port";
import { renameOver } from "./rename-over.server";
import { requireKnownKey } from "./server-key.server";
import { serverRefusal } from "./server-refusal.server";

/** Signs in by FTP, with TLS where the server offers it. Transfers are passive. */
export const connectByFtp: ConnectToServer = async (access, signal) => {
  const { host, port, user, password, directory, knownKey } = access;
  const client = new FtpClient();
  const close = () => {
    signal.removeEventListener("abort", close);
    client.close();
  };
  signal.addEventListener("abort", close);
  const withServerRefusal = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw serverRefusal(error, access, signal);
    }
  };
  try {
    return await withServerRefusal(async () => {
      signal.throwIfAborted();
      const address = await resolveOutboundHost(host, port);
      // A client that was closed before would connect all the same.
      signal.throwIfAborted();
      const serverKey = await client.open({ host, address, port }, signal);
      requireKnownKey(knownKey, serverKey);
      await client.login(user, password);
      await client.useDefaultSettings();
      if (directory) await client.cd(directory);
      return { ...folderOf(client, withServerRefusal), isEncrypted: serverKey !== null, serverKey, close };
    });
  } catch (error) {
    close();
    throw error;
  }
};

function folderOf(
  client: FtpClient,
  withServerRefusal: <T>(work: () => Promise<T>) => Promise<T>,
): Omit<UploadFolder, "isEncrypted" | "serverKey" | "close"> {
  const listFiles = async () => {
    const entries = await client.list();
    return entries.filter(({ isFile }) => isFile).map(({ name, size }) => ({ name, size }));
  };
  return {
    listFiles: () => withServerRefusal(listFiles),
    upload: (path, name, onProgress) =>
      withServerRefusal(async () => {
        client.trackProgress(({ bytes }) => onProgress(bytes));
        try {
          await client.uploadFrom(path, name);
        } finally {
          client.trackProgress();
        }
      }),
    rename: (from, to) =>
      withServerRefusal(() =>
        renameOver(
          {
            rename: async (name, newName) => void (await client.rename(name, newName)),
            remove: async (name) => void (await client.remove(name)),
          },
          from,
          to,
        ),
      ),
    remove: (name) => withServerRefusal(async () => void (await client.remove(name))),
  };
}
