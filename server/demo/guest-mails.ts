import type { ShopEvent } from "~/domain/events/event.server";
import { guestRegistered, guestValues } from "~/domain/events/guests/mail-texts.server";
import type { ShopTransaction } from "~/platform/db/with-shop.server";
import { after, type DemoShop } from "./chapter.ts";
import { writeMails } from "./sent-mail.ts";

/** A guest of the history. */
interface PastGuest {
  invitationId: string;
  firstName: string;
  lastName: string;
  email: string;
  customerId: number | null;
  registeredAt: Date;
}

/** The emails that guests of an event got when they registered. */
export async function writeGuestMails(
  tx: ShopTransaction,
  shop: DemoShop,
  event: ShopEvent,
  guests: readonly PastGuest[],
): Promise<void> {
  const past = await Promise.all(
    guests.map(async ({ invitationId, firstName, lastName, email, customerId, registeredAt }) => ({
      key: `registered ${invitationId}`,
      to: { name: `${firstName} ${lastName}`, email },
      customerId: customerId ?? undefined,
      flag: "showEvents" as const,
      at: after(registeredAt, 0.0005),
      values: await guestValues(tx, { firstName }, event),
    })),
  );
  await writeMails(tx, shop, guestRegistered, past);
}
