import { and, eq } from "drizzle-orm";
import { anyOf } from "~/platform/db/any-of.server";
import { withShop } from "~/platform/db/with-shop.server";
import type { Fates, ItemOutcome } from "~/platform/jobs/job.server";
import { mails } from "./tables.server";

/** A job waits for so many attempts of a mail; later ones come by themselves. */
const ATTEMPTS_WAITED_FOR = 3;

/**
 * What became of mails that items of a job have asked for: `settle` of such a job.
 * @param sent what is said of one that the mail server took
 */
export async function fatesOfMails(shop: string, ids: readonly string[], sent: string): Promise<Fates> {
  const { id, state, attempts, lastError } = mails;
  const found = await withShop(shop, (tx) =>
    tx
      .select({ id, state, attempts, lastError })
      .from(mails)
      .where(and(eq(mails.shop, shop), anyOf(mails.id, ids))),
  );
  const fates = new Map<string, ItemOutcome | "put off">(ids.map((mail) => [mail, TAKEN_BACK]));
  for (const mail of found) {
    const fate = fateOf(mail, sent);
    if (fate) fates.set(mail.id, fate);
    else fates.delete(mail.id);
  }
  return fates;
}

const TAKEN_BACK: ItemOutcome = { state: "skipped", message: "Its mail was taken back before it left." };

type Standing = Pick<typeof mails.$inferSelect, "state" | "attempts" | "lastError">;

function fateOf({ state, attempts, lastError }: Standing, sent: string): ItemOutcome | "put off" | null {
  switch (state) {
    case "sent":
      return { state: "done", message: sent };
    case "bounced":
      return { state: "failed", message: `The mail came back: ${lastError}` };
    case "failed":
      return { state: "failed", message: lastError ?? "The mail was given up." };
    default:
      if (!lastError) return null;
      if (attempts < ATTEMPTS_WAITED_FOR) return "put off";
      return {
        state: "failed",
        message: `The mail server has not taken the mail yet: ${lastError} It is tried again by itself for two days.`,
      };
  }
}
