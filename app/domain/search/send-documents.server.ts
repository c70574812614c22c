import { ContentRefused } from "~/connectors/content-refused";
import { MAX_REFUSED, type RefusedProduct } from "./refused-product";
import type { SearchDocument } from "./search-document";

interface Sending {
  /** Sends a batch or a part of it. It may be sent again in smaller parts. */
  send(documents: readonly SearchDocument[]): Promise<void>;
  /** Those that were refused before. The limit counts them. */
  refused: readonly RefusedProduct[];
}

/** What the engine didn't accept. */
interface SendOutcome {
  /** The products that it refuses alone, with those that were refused before. */
  refused: RefusedProduct[];
  /** The products in parts that were refused after `MAX_REFUSED` products were found. Empty when there are no more than these. */
  unsent: SearchDocument[];
}

/**
 * Sends a batch. When the engine refuses its content, its halves are sent, down to the products that are refused alone.
 * @throws the engine's other refusals
 */
export async function sendDocuments(
  documents: readonly SearchDocument[],
  { send, refused: before }: Sending,
): Promise<SendOutcome> {
  const refused = [...before];
  const unsent: SearchDocument[] = [];
  const sendPart = async (part: readonly SearchDocument[]): Promise<void> => {
    const [first] = part;
    if (!first) return;
    try {
      await send(part);
    } catch (error) {
      if (!(error instanceof ContentRefused)) throw error;
      if (refused.length >= MAX_REFUSED) {
        unsent.push(...part);
        return;
      }
      if (part.length === 1) {
        refused.push({ id: first.id, handle: first.handle, reason: error.message });
        return;
      }
      const middle = Math.ceil(part.length / 2);
      await sendPart(part.slice(0, middle));
      await sendPart(part.slice(middle));
    }
  };
  await sendPart(documents);
  return { refused, unsent };
}
