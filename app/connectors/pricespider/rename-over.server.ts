/** What is needed of a server to replace a file. */
interface Renaming {
  rename(from: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/**
 * Renames a file over another one, also where the server's rename doesn't replace files. The other one is set aside rather than deleted
 * first: a server that refuses to rename keeps it. It has the name `{from}.old` in between.
 * @throws what the server answered to the rename
 */
export async function renameOver(server: Renaming, from: string, to: string): Promise<void> {
  try {
    return await server.rename(from, to);
  } catch (error) {
    const aside = `${from}.old`;
    // There is no other file, or the server doesn't rename at all.
    await server.rename(to, aside).catch(() => Promise.reject(error));
    try {
      await server.rename(from, to);
    } catch {
      await server.rename(aside, to);
      throw error;
    }
    // The file is there. The next delivery removes what stays.
    await server.remove(aside).catch(() => {});
  }
}
