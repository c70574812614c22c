import { type Attachment, MailRefused } from "~/connectors/mail/port";
import { Refusal } from "~/platform/errors";
import { readFile } from "~/platform/files/read.server";

/** The largest attachment (bytes). Mail servers commonly accept 20 to 25 MB, and encoding makes a file a third larger. */
export const ATTACHED_MOST = 10 * 1024 * 1024;

/**
 * Reads a mail's attachment.
 * @throws MailRefused, a final one, when the file has expired or was erased with a person's data
 */
export async function readAttachment(shop: string, fileId: string): Promise<Attachment> {
  try {
    const { name, contentType, bytes } = await readFile(shop, fileId);
    const parts: Buffer[] = [];
    for await (const part of bytes) parts.push(part);
    return { name, contentType, content: Buffer.concat(parts) };
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) throw new MailRefused("mail", GONE);
    throw error;
  }
}

const GONE = "The file attached to this email no longer exists. Create it again.";
