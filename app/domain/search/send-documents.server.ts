import { ContentRefused } from "~/connectors/content-refused";
import { upstreamFailed } from "~/platform/errors";
import { MAX_REFUSED, type RefusedProduct, refusedText } from "./refused-product";
import type { SearchDocument } from "./search-document";

interface Sending {
  /** Of the engine, for people. */
  system: string;
  /** Sends a batch or a part of it. It may be sent again in smaller parts. */
  send(documents: readonly SearchDocument[]): Promise<void>;
  /** Those that were refused before. The limit counts them. */
  refused: readonly RefusedProduct[];
}

/**
 * Sends a batch. When the engine refuses its content, its halves are sent, down to the products that are refused alone.
 * @returns the refused products, with those that were refused before
 * @throws the engine's other refusals, and a 502 when it refuses more than `MAX_REFUSED` products
 */
export async function sendDocuments(
  documents: readonly SearchDocument[],
  { system, send, refused: before }: Sending,
): Promise<RefusedProduct[]> {
  const refused = [...before];
  const sendPart = async (part: readonly SearchDocument[]): Promise<void> => {
    const [first] = part;
    if (!first) return;
    try {
      await send(part);
    } catch (error) {
      if (!(error instanceof ContentRefused)) throw error;
      if (part.length === 1) {
        const product = { id: first.id, handle: first.handle, reason: error.message };
        if (refused.length === MAX_REFUSED)
          throw upstreamFailed(
            `${system} refuses more than ${MAX_REFUSED} products, for example ${refusedText(product)}`,
          );
        refused.push(product);
        return;
      }
      const middle = Math.ceil(part.length / 2);
      await sendPart(part.slice(0, middle));
      await sendPart(part.slice(middle));
    }
  };
  await sendPart(documents);
  return refused;
}
