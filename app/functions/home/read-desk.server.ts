import { log } from "~/platform/log.server";

/** What waits for the administrator. Null when it can't be read, so that the rest of the home page is shown. */
export async function readDeskOrNull<Desk>(read: () => Promise<Desk>): Promise<Desk | null> {
  try {
    return await read();
  } catch (error) {
    log.warn({ err: error }, "the desk of the home page failed");
    return null;
  }
}
